import { useSelector } from "@xstate/react";
import { useLocation, useSearch } from "wouter";
import { newGroupPath, userCardPath, userIn } from "../../../machines/domain/people-routes.ts";
import { sharedMediaPath } from "../../../machines/media/shared-items.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ConversationsActor, useConversations, useSend, useSession } from "../../shell/actors.tsx";
import { SearchRow } from "../chat/searching/SearchRow.tsx";
import { BlockSwitch } from "../person/BlockSwitch.tsx";
import { PersonPage } from "../person/PersonPage.tsx";
import { BurnSettings } from "./BurnSettings.tsx";
import { ClearChat } from "./ClearChat.tsx";
import { useChatRow } from "./useChatRow.ts";

/** Requirements 2-27 and 2-49. */
export default function SingleSettingScreen() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const search = useSearch();
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const conversations = useConversations();
  const userID = userIn({ path: "/singleSetting", search }, selfID) ?? "";
  const conversationID = new URLSearchParams(search).get("conversationID") ?? "";
  return (
    <PersonPage userID={userID} title={t("singleSetting.title")}>
      {({ name, faceURL, relation }, actor) => (
        <>
          <RowGroup>
            <ListRow
              size="tall"
              leading={<Avatar name={name} src={faceURL} size={48} />}
              title={name}
              detail={t("finding.userID", { id: userID })}
              chevron
              onClick={() => navigate(userCardPath(userID))}
            />
            {relation === "friend" && (
              <ListRow
                title={t("singleSetting.newGroup", { name })}
                chevron
                onClick={() => navigate(newGroupPath(userID))}
              />
            )}
          </RowGroup>
          <RowGroup>
            <SearchRow conversationID={conversationID} from="/singleSetting" />
            <ListRow
              title={t("chatMedia.title")}
              chevron
              onClick={() => navigate(sharedMediaPath(conversationID))}
            />
          </RowGroup>
          {conversations && <Behaviour conversations={conversations} conversationID={conversationID} />}
          {conversations && <BurnSettings conversations={conversations} conversationID={conversationID} />}
          <RowGroup>
            <BlockSwitch actor={actor} />
          </RowGroup>
          <ClearChat
            conversationID={conversationID}
            name={name}
            hint={t("singleSetting.clearHint", { name })}
          />
        </>
      )}
    </PersonPage>
  );
}

interface ChatProps {
  conversations: ConversationsActor;
  conversationID: string;
}

/** A new value is shown while it is being saved. */
function Behaviour({ conversations, conversationID }: ChatProps) {
  const { t } = useText();
  const send = useSend(conversations);
  const row = useChatRow(conversations, conversationID);
  const changes = useSelector(conversations, ({ context }) => context.changes);
  if (!row) return null;
  const own = changes.filter((change) => change.conversationID === conversationID);
  const pin = own.findLast((change) => change.kind === "pin");
  const mute = own.findLast((change) => change.kind === "mute");
  return (
    <RowGroup>
      <SwitchRow
        label={t("singleSetting.pin")}
        checked={pin ? pin.pinned : row.isPinned}
        busy={pin !== undefined}
        onChange={(pinned) =>
          send({ type: "user.changeConversation", change: { kind: "pin", conversationID, pinned } })
        }
      />
      <SwitchRow
        label={t("singleSetting.mute")}
        hint={t("singleSetting.muteHint")}
        checked={mute ? mute.muted : row.recvMsgOpt !== 0}
        busy={mute !== undefined}
        onChange={(muted) =>
          send({ type: "user.changeConversation", change: { kind: "mute", conversationID, muted } })
        }
      />
    </RowGroup>
  );
}
