import { Failure } from "../../machines/domain/failure.ts";
import { mayBeAdded } from "../../machines/domain/relationship.ts";
import { contactRequestMachine } from "../../machines/people/contact-request.ts";
import { directorySearchMachine } from "../../machines/people/directory-search.ts";
import { userProfileMachine } from "../../machines/people/user-profile.ts";
import type { Wiring } from "./actors-by-name.ts";
import { changing } from "./changing.ts";

export function peopleCharts({ actors, ports: { account, im } }: Wiring) {
  const addFriend = changing(async (request: { userID: string; greeting: string }) => {
    const { userID } = request;
    if (!mayBeAdded(await account.loadPersonDetails({ userID }))) throw new Failure("cannotBeAdded");
    return im.addFriend(request);
  }, "change.requestFailed");
  return {
    directorySearch: directorySearchMachine.provide({ actors: { ...actors, findGroup: actors.loadGroup } }),
    userProfile: userProfileMachine.provide({ actors }),
    contactRequest: contactRequestMachine.provide({ actors: { ...actors, addFriend } }),
  };
}
