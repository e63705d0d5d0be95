import { useSelector } from "@xstate/react";
import { offerOf } from "../../../machines/calls/group-rules.ts";
import type { GroupCallNotice } from "../../../machines/domain/call.ts";
import { isJoinable } from "../../../machines/domain/group-call-row.ts";
import { Icon } from "../../components/Icon.tsx";
import { Phone, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useCallManager, useConversation, useGroupCall, useSend } from "../../shell/actors.tsx";
import { useShown } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { useOutside } from "../../shell/outside.tsx";
import { callLength, clockTime, isoTime } from "../../text/time.ts";
import styles from "./GroupCallRow.module.css";
import notice from "./NoticeRow.module.css";
import type { MessageRowProps } from "./rowProps.ts";
import { useCallableGroup } from "./useCallableGroup.ts";

export interface GroupCallRowProps
  extends Pick<MessageRowProps, "message" | "isCallOver" | "selfID" | "naming"> {
  call: GroupCallNotice;
}

/** A call of the group is on, with a button to join it, or is over. */
export function GroupCallRow({ call, message, isCallOver, naming }: GroupCallRowProps) {
  const { t } = useText();
  const { name } = useShown(naming, message.sendID);
  const now = useNow(MINUTE);
  const conversation = useConversation();
  if (call.state === "over")
    return (
      <article className={notice.notice}>
        {t("groupCall.over", { duration: callLength(call.durationSeconds) })}
      </article>
    );
  const title = t(call.mediaType === "video" ? "groupCall.onVideo" : "groupCall.onVoice");
  const isOn = isJoinable(call, { isOver: isCallOver, sentAt: message.sendTime, now });
  return (
    <article className={styles.row} aria-label={title}>
      <span className={styles.disc} data-on={isOn || undefined}>
        <Icon of={call.mediaType === "video" ? Video : Phone} size={22} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>
          {t("groupCall.startedBy", { name })}
          <time dateTime={isoTime(message.sendTime)}>{clockTime(message.sendTime)}</time>
        </span>
      </span>
      {isOn && conversation && <Join call={call} message={message} conversation={conversation} />}
    </article>
  );
}

interface JoinProps extends Pick<GroupCallRowProps, "call" | "message"> {
  conversation: NonNullable<ReturnType<typeof useConversation>>;
}

/** Only for members who may write: the same rule as for starting a call. */
function Join({ call: { roomID, mediaType }, message, conversation }: JoinProps) {
  const { t } = useText();
  const callManager = useCallManager();
  const send = useSend(callManager);
  const isRinging = useSelector(
    useGroupCall(callManager),
    (groupCall) => groupCall?.hasTag("ringing") ?? false,
  );
  const offer = useSelector(callManager, (manager) =>
    manager ? offerOf(manager.context, { roomID, isRinging }) : "join",
  );
  const { unlockSound } = useOutside();
  const groupID = useCallableGroup(conversation);
  const row = useSelector(conversation, ({ context }) => context.conversation);
  if (groupID === null || !row) return null;
  return (
    <button
      type="button"
      className={styles.join}
      aria-label={t(offer === "return" ? "groupCall.returnToCall" : "groupCall.joinCall", {
        call: t(mediaType === "video" ? "groupCall.onVideo" : "groupCall.onVoice"),
      })}
      onClick={() => {
        unlockSound();
        send({
          type: "user.joinCall",
          group: { groupID, name: row.showName, faceURL: row.faceURL },
          roomID,
          mediaType,
          inviter: { userID: message.sendID, nickname: "", faceURL: "", ex: "" },
          startedAt: message.sendTime,
        });
      }}
    >
      {t(`groupCall.${offer}`)}
    </button>
  );
}
