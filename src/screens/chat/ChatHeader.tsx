import { useSelector } from "@xstate/react";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { singleSettingPath } from "../../../machines/domain/people-routes.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Phone } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ConversationActor, useCachedChats, useConversations } from "../../shell/actors.tsx";
import { BackFromChat } from "../../shell/BackFromChat.tsx";
import { useStartCall } from "../../shell/calling.ts";
import { useIsOnline } from "../../shell/presence.ts";
import { useNavigate } from "../../shell/router.tsx";
import { groupPath } from "../group/place.ts";
import styles from "./ChatHeader.module.css";
import { GroupCallMenu } from "./GroupCallMenu.tsx";
import { useCallableGroup } from "./useCallableGroup.ts";
import { useIsBlocked } from "./useIsBlocked.ts";
import { useMembership } from "./useMembership.ts";

/** Name, member count, presence or typing state, and call buttons in a single chat (2-48). */
export function ChatHeader({ conversation }: { conversation: ConversationActor }) {
  const { t } = useText();
  const startCall = useStartCall();
  const loaded = useSelector(conversation, ({ context }) => context.conversation);
  const isOutOfReach = useSelector(conversation, (snapshot) => snapshot.hasTag("unavailable"));
  const isTyping = useSelector(conversation, (snapshot) => snapshot.hasTag("peerTyping"));
  const members = useSelector(
    useMembership(conversation),
    (membership) => membership?.context.group?.memberCount ?? 0,
  );
  const navigate = useNavigate();
  const { conversationID } = conversation.getSnapshot().context;
  // A list usually knows the name before the conversation is loaded.
  const rowIn = (list: { context: { rows: readonly Conversation[] } } | undefined) =>
    list?.context.rows.find((row) => row.conversationID === conversationID);
  const listed = useSelector(useConversations(), rowIn);
  const seen = useSelector(useCachedChats(), rowIn);
  const row = loaded ?? listed ?? seen;
  const details =
    row?.kind === "single"
      ? singleSettingPath(conversationID)
      : row?.kind === "group"
        ? groupPath("groupSetting", row.groupID)
        : null;
  const unnamed = row?.kind === "system" ? t("conversations.system") : isOutOfReach ? t("chat.title") : "";
  const name = row?.showName || unnamed;
  const isBlocked = useIsBlocked(loaded?.userID ?? "");
  const isOnline = useIsOnline(row?.kind === "single" ? row.userID : null);
  const callableID = useCallableGroup(conversation);
  const count = members > 0 ? t("chat.members", { count: members }) : undefined;
  const presence = isOnline ? <span className={styles.online}>{t("person.online")}</span> : undefined;
  return (
    <NavBar
      title={name}
      detail={isTyping ? <span role="status">{`${t("chat.typing")}…`}</span> : (presence ?? count)}
      start={<BackFromChat />}
      end={
        details !== null && (
          <>
            {callableID !== null && <GroupCallMenu groupID={callableID} />}
            {loaded?.kind === "single" && !isBlocked && (
              <IconButton
                icon={Phone}
                label={t("chat.voiceCall")}
                size={20}
                onClick={() =>
                  startCall({ userID: loaded.userID, nickname: name, faceURL: loaded.faceURL }, "voice")
                }
              />
            )}
            <button
              type="button"
              className={styles.details}
              aria-label={t("chat.details")}
              onClick={() => navigate(details)}
            >
              <Avatar
                name={name}
                src={row?.faceURL}
                kind={row?.kind === "group" ? "group" : "person"}
                size={32}
              />
            </button>
          </>
        )
      }
    />
  );
}
