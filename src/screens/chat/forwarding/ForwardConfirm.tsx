import { useSelector } from "@xstate/react";
import type { FormEvent } from "react";
import { MERGED_LINES, type Summary } from "../../../../machines/conversation/forwarded-messages.ts";
import type { MeetingCard } from "../../../../machines/domain/call.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { Button } from "../../../components/Button.tsx";
import { SegmentedControl } from "../../../components/SegmentedControl.tsx";
import { TextField } from "../../../components/TextField.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ForwardingActor, useSend, useSession } from "../../../shell/actors.tsx";
import { type Naming, useShown } from "../../../shell/names.ts";
import { contentPreview } from "../../../text/preview.ts";
import styles from "./Forwarding.module.css";
import { ForwardTrouble } from "./ForwardTrouble.tsx";
import { useCandidates } from "./receivers.ts";

/** In UTF-16 units. */
const WORD_LIMIT = 1000;

export interface ForwardConfirmProps {
  forwarding: ForwardingActor;
  naming: Naming;
}

export function ForwardConfirm({ forwarding, naming }: ForwardConfirmProps) {
  const { t } = useText();
  const send = useSend(forwarding);
  const { messages, card, receivers } = useSelector(forwarding, ({ context }) => context);
  const manner = useSelector(forwarding, ({ context }) => context.manner);
  const word = useSelector(forwarding, ({ context }) => context.word);
  const isWorking = useSelector(forwarding, (snapshot) => snapshot.hasTag("working"));
  const { all } = useCandidates("", naming.selfID, receivers);
  const summary = useSummary(messages, card, naming);
  const chats = all.filter((one) =>
    receivers.some(({ conversationID }) => conversationID === one.conversationID),
  );
  return (
    <form
      className={styles.step}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send({ type: "user.sendForward", summary });
      }}
    >
      <div className={styles.scroller}>
        <ul className={styles.receivers} aria-label={t("forwarding.picked")}>
          {chats.map((one) => (
            <li key={one.conversationID} className={styles.receiver}>
              <Avatar name={one.name} src={one.faceURL} kind={one.kind} size={44} />
              <span className={styles.receiverName} dir="auto">
                {one.name}
              </span>
            </li>
          ))}
        </ul>
        {messages.length > 1 && (
          <SegmentedControl
            className={styles.manner}
            label={t("forwarding.manner")}
            options={[
              { value: "merged", label: t("forwarding.merged") },
              { value: "each", label: t("forwarding.each") },
            ]}
            value={manner}
            onChange={(value) => send({ type: "user.chooseManner", manner: value })}
          />
        )}
        <div className={styles.preview}>
          {manner === "merged" && <p className={styles.previewTitle}>{summary.title}</p>}
          {summary.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text, and they never move.
            <p key={index} className={styles.line}>
              {line}
            </p>
          ))}
          {messages.length > 1 && (
            <p className={styles.count}>{t("forwarding.count", { count: messages.length })}</p>
          )}
        </div>
        <TextField
          className={styles.word}
          label={t("forwarding.word")}
          hideLabel
          placeholder={t("forwarding.word")}
          autoComplete="off"
          maxLength={WORD_LIMIT}
          value={word}
          onChange={(value) => send({ type: "user.typeWord", word: value })}
        />
      </div>
      <ForwardTrouble forwarding={forwarding} />
      <div className={styles.footer}>
        <Button
          variant="secondary"
          block
          disabled={isWorking}
          onClick={() => send({ type: "user.leaveForwarding" })}
        >
          {t("common.back")}
        </Button>
        <Button type="submit" block busy={isWorking}>
          {t("forwarding.send")}
        </Button>
      </div>
    </form>
  );
}

function useSummary(messages: readonly Message[], card: MeetingCard | undefined, naming: Naming): Summary {
  const text = useText();
  const { t } = text;
  const own = useSelector(useSession(), (session) => session?.context.profile?.nickname ?? "");
  const { groupID, peer, selfID } = naming;
  const other = useShown(naming, peer?.userID ?? "").name;
  const [first, second, third, fourth] = messages;
  // One hook call for each of the `MERGED_LINES` lines.
  const names = [
    useShown(naming, first?.sendID ?? "").name,
    useShown(naming, second?.sendID ?? "").name,
    useShown(naming, third?.sendID ?? "").name,
    useShown(naming, fourth?.sendID ?? "").name,
  ];
  const me = own || selfID;
  const title =
    groupID === "" ? t("forwarding.historyOf", { first: other, second: me }) : t("forwarding.historyOfGroup");
  const lines = messages.slice(0, MERGED_LINES).map(({ sendID, content }, index) =>
    t("preview.sender", {
      sender: sendID === selfID ? me : (names[index] ?? ""),
      text: contentPreview(content, text, selfID),
    }),
  );
  if (card) return { title, lines: [contentPreview({ type: "meeting", meeting: card }, text, selfID)] };
  return { title, lines };
}
