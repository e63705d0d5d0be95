import { isMissed } from "../../../machines/domain/call.ts";
import type { CallEntry } from "../../../machines/ports/im.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Icon } from "../../components/Icon.tsx";
import { ArrowDownLeft, ArrowUpRight, Phone, Video } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useStartCall } from "../../shell/calling.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { callDirection, callResult, callSummary } from "../../text/callRecord.ts";
import { listTime } from "../../text/time.ts";
import styles from "./CallRecordScreen.module.css";

export function CallEntryRow({ entry }: { entry: CallEntry }) {
  const { t, language } = useText();
  const startCall = useStartCall();
  const now = useNow(MINUTE);
  const { peer, record, isOutgoing, endedAt } = entry;
  const name = peer.nickname || peer.userID;
  const hasMissed = isMissed(record, isOutgoing);
  const direction = callDirection(record, isOutgoing, t);
  const result = callResult(record, isOutgoing, t);
  return (
    <ListRow
      size="tall"
      leading={<Avatar name={name} src={peer.faceURL} size={48} />}
      title={<span className={hasMissed ? styles.missed : undefined}>{name}</span>}
      aside={listTime(endedAt, now, language)}
      detail={
        <span className={styles.detail}>
          <Icon
            of={isOutgoing ? ArrowUpRight : ArrowDownLeft}
            size={16}
            className={hasMissed ? styles.missed : undefined}
          />
          <span className={styles.words}>
            {hasMissed ? callSummary(record, isOutgoing, t) : t("callRecord.detail", { direction, result })}
          </span>
        </span>
      }
      end={<Icon of={record.mediaType === "video" ? Video : Phone} size={20} />}
      onClick={() => startCall({ ...peer, nickname: name }, record.mediaType)}
    />
  );
}
