import { useSelector } from "@xstate/react";
import { selectBlockReason } from "../../../machines/composer/composer.ts";
import type { Wording } from "../../../machines/conversation/message-action.ts";
import { canAnswer } from "../../../machines/conversation/message-permissions.ts";
import { mentionName, type Typed } from "../../../machines/domain/mention.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Text } from "../../i18n/text.ts";
import { type ComposerActor, type HistoryActor, useConversation, useSend } from "../../shell/actors.tsx";
import { type MentionPart, splitMentions } from "../../text/mentions.ts";
import styles from "./NoticeRow.module.css";

export interface EditAgainProps {
  clientMsgID: string;
  onWritten: () => void;
}

/** Shown below the notice of a message that the user revoked a moment ago. */
export function EditAgain({ clientMsgID, onWritten }: EditAgainProps) {
  const {
    messageMenu: messageActions,
    composer,
    history,
  } = useSelector(useConversation(), (snapshot) => snapshot?.children) ?? {};
  const wording = useSelector(
    messageActions,
    (snapshot) =>
      snapshot &&
      Object.values(snapshot.context.revoked).find((one) => one.clientMsgID === clientMsgID)?.wording,
  );
  const isBlocked = useSelector(composer, (snapshot) => !snapshot || selectBlockReason(snapshot) !== null);
  if (!wording || !composer || !history || isBlocked) return null;
  return <Again composer={composer} history={history} wording={wording} onWritten={onWritten} />;
}

interface AgainProps extends Pick<EditAgainProps, "onWritten"> {
  composer: ComposerActor;
  history: HistoryActor;
  wording: Wording;
}

function Again({ composer, history, wording, onWritten }: AgainProps) {
  const text = useText();
  const send = useSend(composer);
  return (
    <button
      type="button"
      className={styles.again}
      onClick={() => {
        for (const typed of typedAfter(composer.getSnapshot().context.text, wording, text.t))
          send({ type: "user.type", ...typed });
        // A reply that the user has begun meanwhile stays.
        const answered = history
          .getSnapshot()
          .context.messages.find(({ clientMsgID }) => clientMsgID === wording.answered);
        if (answered && canAnswer(answered) && !composer.getSnapshot().context.replyTo)
          send({ type: "user.reply", message: answered });
        onWritten();
      }}
    >
      {text.t("messageMenu.editAgain")}
    </button>
  );
}

/** Appends the text in steps as if typed: each mention is its own step. */
function typedAfter(before: string, { text, mentions }: Wording, t: Text["t"]) {
  let written = before.trim() === "" ? "" : `${before.trimEnd()}\n`;
  const parts = mentions.length > 0 ? splitMentions(text, mentions, t("preview.everyone")) : [textPart(text)];
  return parts.map(({ kind, text: words, userID = "" }): Typed => {
    const start = written.length;
    if (kind === "text") {
      written += words;
      return { text: written, caret: written.length };
    }
    const name = mentionName({ userID, name: words.slice(1) });
    written += `@${name}`;
    return { text: written, caret: written.length, mention: { userID, name, start } };
  });
}

function textPart(text: string): MentionPart {
  return { kind: "text", text };
}
