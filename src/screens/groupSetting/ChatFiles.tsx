import { useSelector } from "@xstate/react";
import { sharedMediaPath } from "../../../machines/media/shared-items.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversation, useConversations, useNavigation, useSend } from "../../shell/actors.tsx";

/** Renders nothing while the group's chat is neither open nor in the list. */
export function ChatFiles({ groupID }: { groupID: string }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const open = useSelector(useConversation(), (actor) => actor?.context.conversation);
  const listed = useSelector(useConversations(), (list) =>
    list?.context.rows.find((row) => row.kind === "group" && row.groupID === groupID),
  );
  const row = open?.kind === "group" && open.groupID === groupID ? open : listed;
  if (!row) return null;
  return (
    <RowGroup>
      <ListRow
        title={t("chatMedia.title")}
        chevron
        onClick={() => toNavigation({ type: "user.navigate", to: sharedMediaPath(row.conversationID) })}
      />
    </RowGroup>
  );
}
