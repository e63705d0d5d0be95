import { useSelector } from "@xstate/react";
import type { ConversationChange } from "../../../machines/domain/conversation.ts";
import { RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversations, useSend } from "../../shell/actors.tsx";

/** Renders nothing while the group's chat is not in the list. */
export function ChatSwitches({ groupID }: { groupID: string }) {
  const { t } = useText();
  const list = useConversations();
  const send = useSend(list);
  const row = useSelector(list, (snapshot) =>
    snapshot?.context.rows.find((one) => one.kind === "group" && one.groupID === groupID),
  );
  const changes = useSelector(list, (snapshot) => snapshot?.context.changes ?? []);
  if (!row) return null;
  const { conversationID, isPinned, recvMsgOpt } = row;
  const pending = changes.filter((change) => change.conversationID === conversationID);
  const pin = pending.findLast((one) => one.kind === "pin");
  const mute = pending.findLast((one) => one.kind === "mute");
  const change = (wish: ConversationChange) => send({ type: "user.changeConversation", change: wish });
  return (
    <RowGroup>
      <SwitchRow
        label={t("group.pin")}
        checked={pin?.pinned ?? isPinned}
        busy={pin !== undefined}
        onChange={(pinned) => change({ kind: "pin", conversationID, pinned })}
      />
      <SwitchRow
        label={t("group.mute")}
        checked={mute?.muted ?? recvMsgOpt !== 0}
        busy={mute !== undefined}
        onChange={(muted) => change({ kind: "mute", conversationID, muted })}
      />
    </RowGroup>
  );
}
