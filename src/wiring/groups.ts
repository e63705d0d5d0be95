import type { GroupChange } from "../../machines/domain/group.ts";
import { groupMachine } from "../../machines/groups/group.ts";
import { groupChangeMachine } from "../../machines/groups/group-change.ts";
import { memberPickerMachine } from "../../machines/groups/member-picker.ts";
import type { Wiring } from "./actors-by-name.ts";
import { changing } from "./changing.ts";

export function groupCharts({ actors, ports: { files, im } }: Wiring) {
  const changeGroup = changing(async ({ groupID, change }: { groupID: string; change: GroupChange }) => {
    if (change.kind !== "picture") return im.changeGroup({ groupID, change });
    const faceURL = await im.uploadPicture({ picture: await files.cut(change.portrait) });
    return im.changeGroup({ groupID, change: { kind: "faceURL", faceURL } });
  });
  return {
    group: groupMachine.provide({
      actors: { ...actors, groupChange: groupChangeMachine.provide({ actors: { changeGroup } }) },
    }),
    memberPicker: memberPickerMachine.provide({ actors: { ...actors, inviteToGroup: changeGroup } }),
  };
}
