import { useSelector } from "@xstate/react";
import { memo, useCallback, useRef } from "react";
import type { ClosedGroups, Receiver } from "../../../../machines/conversation/forwarded-messages.ts";
import { ownValue } from "../../../../machines/domain/own-value.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { Button } from "../../../components/Button.tsx";
import { PickRow } from "../../../components/PickRow.tsx";
import { PickTray } from "../../../components/PickTray.tsx";
import { SearchField } from "../../../components/SearchField.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ForwardingActor, useSend } from "../../../shell/actors.tsx";
import { CandidateList } from "./CandidateList.tsx";
import styles from "./Forwarding.module.css";
import { ForwardTrouble } from "./ForwardTrouble.tsx";
import { type Candidate, useCandidates, useChatSearch } from "./receivers.ts";

export interface ReceiverPickerProps {
  forwarding: ForwardingActor;
  selfID: string;
}

export function ReceiverPicker({ forwarding, selfID }: ReceiverPickerProps) {
  const { t } = useText();
  const send = useSend(forwarding);
  const receivers = useSelector(forwarding, ({ context }) => context.receivers);
  const { query, search } = useChatSearch();
  const { all, found } = useCandidates(query, selfID, receivers);
  const closed = useSelector(forwarding, ({ context }) => context.closed);
  const scroller = useRef<HTMLDivElement>(null);
  const pick = useCallback(
    ({ conversationID, contact }: Receiver) =>
      send({ type: "user.pickReceiver", receiver: { conversationID, contact } }),
    [send],
  );
  const picked = all.filter((one) => isAmong(receivers, one));
  const unpick = (key: string) => picked.filter((one) => one.conversationID === key).forEach(pick);
  return (
    <div className={styles.step}>
      {picked.length > 0 && (
        <PickTray
          label={t("forwarding.picked")}
          picks={picked.map(({ conversationID: key, name, faceURL, kind }) => ({
            key,
            name,
            faceURL,
            kind,
            unpick: t("forwarding.unpick", { name }),
          }))}
          onUnpick={unpick}
        />
      )}
      <SearchField value={query} onChange={search} label={t("forwarding.search")} className={styles.search} />
      <div ref={scroller} className={styles.scroller}>
        <CandidateList
          all={all}
          found={found}
          scroller={scroller}
          row={(one, isFirst) => (
            <Row
              key={one.conversationID}
              candidate={one}
              isFirst={isFirst}
              isPicked={isAmong(receivers, one)}
              closed={"groupID" in one.contact ? ownValue(closed, one.contact.groupID) : undefined}
              onPick={pick}
            />
          )}
        />
      </div>
      <ForwardTrouble forwarding={forwarding} />
      <div className={styles.footer}>
        <Button
          block
          disabled={receivers.length === 0}
          onClick={() => send({ type: "user.confirmReceivers" })}
        >
          {t("forwarding.next", { count: receivers.length })}
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  candidate: Candidate;
  /** The section's heading stands above it. */
  isFirst: boolean;
  isPicked: boolean;
  closed: ClosedGroups[string] | undefined;
  onPick: (receiver: Receiver) => void;
}

/** The list renders at each scroll step. Unchanged rows do not. */
const Row = memo(function Row({ candidate, isFirst, isPicked, closed, onPick }: RowProps) {
  const { t } = useText();
  const { kind, name, faceURL, section } = candidate;
  return (
    <>
      {isFirst && <h3 className={styles.section}>{t(`forwarding.${section}`)}</h3>}
      <PickRow
        leading={<Avatar name={name} src={faceURL} kind={kind} size={40} />}
        name={name}
        aside={closed && t(`blocked.${closed}`)}
        disabled={closed !== undefined && !isPicked}
        checked={isPicked}
        onChange={() => onPick(candidate)}
      />
    </>
  );
});

function isAmong(receivers: readonly Receiver[], { conversationID }: Receiver): boolean {
  return receivers.some((one) => one.conversationID === conversationID);
}
