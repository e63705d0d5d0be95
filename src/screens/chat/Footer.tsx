import { useSelector } from "@xstate/react";
import type { RefObject } from "react";
import { selectBlockReason } from "../../../machines/composer/composer.ts";
import { burnTimeOf } from "../../../machines/domain/disappearing.ts";
import { isVisible } from "../../../machines/domain/visible-text.ts";
import { isBeingUnblocked } from "../../../machines/people/contacts.ts";
import { Button } from "../../components/Button.tsx";
import { OfflineBar } from "../../components/StatusPill.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type ComposerActor,
  type ConversationActor,
  type EmojiPanelActor,
  type RecorderActor,
  useContacts,
  useSend,
} from "../../shell/actors.tsx";
import { useLinkStatus } from "../../shell/linkStatus.ts";
import { burnTimeText } from "../../text/burnTime.ts";
import { messageTime } from "../../text/time.ts";
import styles from "./Composer.module.css";
import { Composer } from "./Composer.tsx";
import { ComposerMenu } from "./ComposerMenu.tsx";
import { useIsBlocked } from "./useIsBlocked.ts";
import { useMembership } from "./useMembership.ts";

export interface FooterProps {
  conversation: ConversationActor;
  composer: ComposerActor;
  emojis: EmojiPanelActor;
  recorder: RecorderActor;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether the field takes the focus when it appears. */
  takesFocus: () => boolean;
}

export function Footer(props: FooterProps) {
  const link = useLinkStatus();
  return (
    <>
      {link?.state === "offline" && <OfflineBar onRetry={link.onRetry} />}
      <Writing {...props} />
    </>
  );
}

/** The composer, or a line that says why the user cannot write (6-13 to 6-17). */
function Writing({ conversation, composer, emojis, recorder, field, takesFocus }: FooterProps) {
  const text = useText();
  const { t, language } = text;
  const send = useSend(conversation);
  const isBroken = useSelector(conversation, (snapshot) => snapshot.hasTag("unavailable"));
  const isSystem = useSelector(conversation, ({ context }) => context.conversation?.kind === "system");
  const peerID = useSelector(conversation, ({ context }) => context.conversation?.userID ?? "");
  const burnTime = useSelector(conversation, ({ context: { conversation: row } }) =>
    row?.isPrivateChat ? burnTimeOf(row.burnDuration) : null,
  );
  const isBlocked = useIsBlocked(peerID);
  const contacts = useContacts();
  const toContacts = useSend(contacts);
  const isBeingFreed =
    useSelector(contacts, (snapshot) => snapshot && isBeingUnblocked(snapshot.context, peerID)) ?? false;
  const reason = useSelector(composer, selectBlockReason);
  const kept = useSelector(composer, ({ context }) => (selectBlockReason({ context }) ? context.text : ""));
  const toComposer = useSend(composer);
  const attaching = useSelector(conversation, ({ children }) => children.attachments);
  const mentionPicker = useSelector(conversation, ({ children }) => children.mentionPicker);
  const muteEnd = useSelector(
    useMembership(conversation),
    (membership) => membership?.context.member?.muteEndTime ?? 0,
  );
  const { userID: selfID, clock } = conversation.getSnapshot().context;
  if (isBroken) {
    return (
      <div className={styles.blocked} role="alert">
        {t("chat.unavailable")}
        <Button variant="text" onClick={() => send({ type: "user.retryConversation" })}>
          {t("common.retry")}
        </Button>
      </div>
    );
  }
  if (isBlocked) {
    return (
      <div className={styles.blocked}>
        <span role="status">{t("blocked.blackList")}</span>
        <Button
          variant="text"
          busy={isBeingFreed}
          onClick={() => toContacts({ type: "user.unblock", userID: peerID })}
        >
          {t("blocked.unblock")}
        </Button>
      </div>
    );
  }
  if (isSystem) return <p className={styles.blocked}>{t("chat.readOnly")}</p>;
  if (reason === null) {
    const menu = attaching && <ComposerMenu conversation={conversation} attaching={attaching} />;
    return (
      <Composer
        composer={composer}
        emojis={emojis}
        recorder={recorder}
        mentionPicker={mentionPicker}
        selfID={selfID}
        field={field}
        takesFocus={takesFocus}
        menu={menu}
        placeholder={
          burnTime === null ? undefined : t("burning.placeholder", { time: burnTimeText(text, burnTime) })
        }
        onPasteFiles={(files) => attaching?.send({ type: "user.attach", files, asFile: false })}
      />
    );
  }
  return (
    <div className={styles.blocked}>
      <span role="status">
        {reason === "muted" && muteEnd > 0
          ? t("blocked.mutedUntil", { time: messageTime(muteEnd, clock.now(), language) })
          : t(`blocked.${reason}`)}
      </span>
      {isVisible(kept) && (
        <Button variant="text" onClick={() => toComposer({ type: "user.copyDraft" })}>
          {t("blocked.copyDraft")}
        </Button>
      )}
    </div>
  );
}
