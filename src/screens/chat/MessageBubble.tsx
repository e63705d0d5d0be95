import { canAnswer } from "../../../machines/conversation/message-permissions.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { CancelRing } from "../../components/CancelRing.tsx";
import { useLongPress } from "../../components/useLongPress.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useShown } from "../../shell/names.ts";
import { emojiCount } from "../../text/graphemes.ts";
import { contentPreview } from "../../text/preview.ts";
import { clockTime, isoTime } from "../../text/time.ts";
import { AttachmentView } from "./attachments/AttachmentView.tsx";
import { hasTail, lookOf } from "./attachments/look.ts";
import { BurnMark } from "./BurnMark.tsx";
import { FaceRail } from "./FaceRail.tsx";
import { ForwardedFrom } from "./ForwardedFrom.tsx";
import { MenuButton, opening } from "./MenuButton.tsx";
import styles from "./MessageBubble.module.css";
import { MessageStatus, SendFailure } from "./MessageStatus.tsx";
import { MessageText } from "./MessageText.tsx";
import { toneStyle } from "./nameTone.ts";
import { QuoteBlock } from "./QuoteBlock.tsx";
import type { MessageRowProps } from "./rowProps.ts";
import { useSwipeReply } from "./useSwipeReply.ts";

export function MessageBubble(props: Omit<MessageRowProps, "day" | "isFirstUnread" | "gap">) {
  const { message, isOwn, isFirst, isLast, original, foundID, isUnfolded, isInert } = props;
  const { selfID, naming, actions } = props;
  const text = useText();
  const { t } = text;
  const press = useLongPress((at) => actions.openMenu(message, at));
  const swipe = useSwipeReply(() => actions.reply(message));
  const { name, heading, faceURL } = useShown(naming, message.sendID);
  const time = clockTime(message.sendTime);
  const isNamed = !isOwn && message.groupID !== "";
  const look = lookOf(message.content);
  const emojis = message.content.type === "text" ? emojiCount(message.content.text) : 0;
  return (
    <article
      className={styles.message}
      aria-label={t("chat.from", { name, time })}
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-tail={hasTail(look, { isLast, emojis }) || undefined}
      data-found={foundID !== null || undefined}
      data-emojis={emojis || undefined}
      {...(canAnswer(message) ? swipe : {})}
      onAnimationEnd={(event) => {
        if (event.animationName.includes("found")) actions.forgetFound();
      }}
    >
      {isNamed && <FaceRail message={message} isLast={isLast} name={heading} src={faceURL} />}
      <div className={styles.bubble} data-look={look} data-private={message.burn && ""} {...press}>
        {isNamed && isFirst && (
          <p className={styles.name} dir="auto" style={toneStyle(message.sendID)}>
            {heading || "\u00a0"}
          </p>
        )}
        {message.forwardedFrom && <ForwardedFrom name={message.forwardedFrom} />}
        {"quoted" in message.content && hasQuote(message) && (
          <QuoteBlock
            quoted={original ?? message.content.quoted ?? null}
            selfID={selfID}
            naming={naming}
            onShow={(clientMsgID) => actions.showQuoted(clientMsgID, message.clientMsgID)}
          />
        )}
        <div className={styles.body}>
          {look === "words" ? (
            <MessageText
              content={message.content}
              selfID={selfID}
              naming={naming}
              isUnfolded={isUnfolded}
              onToggle={() => actions.fold(message.clientMsgID, isUnfolded)}
            />
          ) : (
            <AttachmentView
              content={message.content}
              clientMsgID={message.clientMsgID}
              isForeign={!isOwn}
              onOpenMerged={actions.openMerged}
              onOpenMedia={() => actions.openMedia(message)}
              onPlayVoice={actions.playVoice}
            />
          )}
          {(isLast || isOwn || message.burn) && (
            <span className={styles.meta}>
              {message.burn && <BurnMark clientMsgID={message.clientMsgID} burn={message.burn} />}
              {isLast && <time dateTime={isoTime(message.sendTime)}>{time}</time>}
              {isOwn && <MessageStatus message={message} />}
            </span>
          )}
        </div>
        {message.uploaded !== undefined && look !== "words" && (
          <div className={styles.cover}>
            <CancelRing
              share={message.uploaded}
              label={t("attachment.cancelUpload", { percent: Math.round(message.uploaded * 100) })}
              onCancel={() => actions.cancelUpload(message)}
            />
          </div>
        )}
        {isOwn && message.status === "failed" && (
          <div className={styles.failure}>
            <SendFailure failure={message.failure} onRetry={() => actions.retry(message)} />
          </div>
        )}
      </div>
      {!isInert && (
        <MenuButton
          label={t("messageMenu.of", {
            name,
            time,
            words: opening(contentPreview(message.content, text, selfID)),
          })}
          onOpen={(at) => actions.openMenu(message, at)}
        />
      )}
    </article>
  );
}

/** A reply that is being sent has no quote yet; do not show the quote as missing. */
function hasQuote({ content, status }: Message): boolean {
  return (
    content.type === "at" || (content.type === "quote" && (content.quoted !== null || status === "sent"))
  );
}
