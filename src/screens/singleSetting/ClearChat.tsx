import { useSelector } from "@xstate/react";
import { useState } from "react";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversations, useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";

export interface ClearChatProps {
  conversationID: string;
  /** Of the peer or the group. */
  name: string;
  hint: string;
}

/** Removes all messages of a chat for the user, after a question (2-49, 2-50). */
export function ClearChat({ conversationID, name, hint }: ClearChatProps) {
  const { t } = useText();
  const conversations = useConversations();
  const send = useSend(conversations);
  const isClearing = useSelector(
    conversations,
    (list) =>
      list?.context.changes.some(
        (change) => change.kind === "clear" && change.conversationID === conversationID,
      ) ?? false,
  );
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <RowGroup>
        <ListRow
          danger
          title={t("singleSetting.clear")}
          disabled={isClearing}
          onClick={() => setAsking(true)}
        />
      </RowGroup>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("singleSetting.clearTitle", { name })}
        hint={hint}
        action={t("singleSetting.clear")}
        onConfirm={() => send({ type: "user.changeConversation", change: { kind: "clear", conversationID } })}
      />
    </>
  );
}
