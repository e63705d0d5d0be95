import { sharedMediaPath } from "../../../machines/media/shared-items.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { SearchRow } from "../chat/searching/SearchRow.tsx";
import { useGroupChat } from "./useGroupChat.ts";

/** Renders nothing while the group's chat is neither open nor in the list. */
export function ChatFiles({ groupID }: { groupID: string }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const row = useGroupChat(groupID);
  if (!row) return null;
  return (
    <RowGroup>
      <SearchRow conversationID={row.conversationID} from="/groupSetting" />
      <ListRow
        title={t("chatMedia.title")}
        chevron
        onClick={() => toNavigation({ type: "user.navigate", to: sharedMediaPath(row.conversationID) })}
      />
    </RowGroup>
  );
}
