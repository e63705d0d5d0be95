import { useSelector } from "@xstate/react";
import type { ConversationChange } from "../../../machines/domain/conversation.ts";
import { RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversations, useSend } from "../../shell/actors.tsx";
import { useGroupChat } from "./useGroupChat.ts";

/** Renders nothing while the group's chat is neither open nor in the list. */
export function ChatSwitches({ groupID }: { groupID: string }) {
  const { t } = useText();
  const list = useConversations();
  const send = useSend(list);
  const row = useGroupChat(groupID);
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
