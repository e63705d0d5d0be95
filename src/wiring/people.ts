import { contactRequestMachine } from "../../machines/people/contact-request.ts";
import { directorySearchMachine } from "../../machines/people/directory-search.ts";
import { userProfileMachine } from "../../machines/people/user-profile.ts";
import type { Wiring } from "./actors-by-name.ts";

export function peopleCharts({ actors }: Wiring) {
  return {
    directorySearch: directorySearchMachine.provide({ actors: { ...actors, findGroup: actors.loadGroup } }),
    userProfile: userProfileMachine.provide({ actors }),
    contactRequest: contactRequestMachine.provide({ actors }),
  };
}
