/** The group one looks at, and choosing people for one. */

import { choosingMachine } from "../../machines/choosing.ts";
import { groupMachine } from "../../machines/group.ts";
import { groupChangeMachine } from "../../machines/group-change.ts";
import { asking, listening } from "./filling.ts";
import type { Outside } from "./program.ts";

/** Charts about groups, joined with the ports. */
export function groupCharts({ ports: { im } }: Outside) {
  const changeGroup = asking(im.changeGroup);
  return {
    group: groupMachine.provide({
      actors: {
        groupEvents: listening(im.groupEvents),
        syncEvents: listening(im.syncEvents),
        groupChange: groupChangeMachine.provide({ actors: { changeGroup } }),
        lookUpGroup: asking(im.lookUpGroup),
        loadMembers: asking(im.loadMembers),
        loadMembersByID: asking(im.loadMembersByID),
      },
    }),
    choosing: choosingMachine.provide({
      actors: {
        createGroup: asking(im.createGroup),
        inviteToGroup: changeGroup,
        findConversation: asking(im.findConversation),
      },
    }),
  };
}
