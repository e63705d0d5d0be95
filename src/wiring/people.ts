import { contactRequestMachine } from "../../machines/people/contact-request.ts";
import { directorySearchMachine } from "../../machines/people/directory-search.ts";
import { userProfileMachine } from "../../machines/people/user-profile.ts";
import { asking, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function peopleCharts({ ports: { account, im } }: Outside) {
  const loadPersonDetails = asking(account.loadPersonDetails);
  return {
    directorySearch: directorySearchMachine.provide({
      actors: { searchUsers: asking(account.searchUsers), findGroup: asking(im.loadGroup) },
    }),
    userProfile: userProfileMachine.provide({
      actors: {
        contactEvents: listening(im.contactEvents),
        syncEvents: listening(im.syncEvents),
        loadPerson: asking(im.loadPerson),
        loadPersonDetails,
        setRemark: asking(im.setRemark),
        block: asking(im.block),
        unblock: asking(im.unblock),
        unfriend: asking(im.unfriend),
      },
    }),
    contactRequest: contactRequestMachine.provide({
      actors: { loadPersonDetails, addFriend: asking(im.addFriend), joinGroup: asking(im.joinGroup) },
    }),
  };
}
