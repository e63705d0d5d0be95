import { fromPromise } from "xstate";
import type { GroupChange } from "../../machines/domain/group.ts";
import { groupMachine } from "../../machines/groups/group.ts";
import { groupChangeMachine } from "../../machines/groups/group-change.ts";
import { memberPickerMachine } from "../../machines/groups/member-picker.ts";
import { asking, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function groupCharts({ ports: { files, im } }: Outside) {
  const changeGroup = fromPromise<void, { groupID: string; change: GroupChange }>(
    async ({ input: { groupID, change } }) => {
      if (change.kind !== "picture") return im.changeGroup({ groupID, change });
      const faceURL = await im.uploadPicture({ picture: await files.cut(change.portrait) });
      return im.changeGroup({ groupID, change: { kind: "faceURL", faceURL } });
    },
  );
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
    memberPicker: memberPickerMachine.provide({
      actors: {
        createGroup: asking(im.createGroup),
        inviteToGroup: changeGroup,
        findConversation: asking(im.findConversation),
      },
    }),
  };
}
