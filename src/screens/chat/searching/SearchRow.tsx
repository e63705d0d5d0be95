import { useSelector } from "@xstate/react";
import { ListRow } from "../../../components/ListRow.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useConversation } from "../../../shell/actors.tsx";

interface SearchRowProps {
  conversationID: string;
  /** The path of the page around. */
  from: string;
}

/** In the details of a chat. Renders nothing while another chat is open, or none. */
export function SearchRow({ conversationID, from }: SearchRowProps) {
  const { t } = useText();
  const conversation = useConversation();
  const chatSearch = useSelector(conversation, (snapshot) =>
    snapshot?.context.conversationID === conversationID ? snapshot.children.chatSearch : undefined,
  );
  if (!chatSearch) return null;
  return (
    <ListRow
      title={t("chatSearch.title")}
      chevron
      onClick={() => chatSearch.send({ type: "user.openChatSearch", from })}
    />
  );
}
