import type { Message } from "../../../machines/domain/message.ts";
import styles from "./MessageBubble.module.css";
import { SenderFace } from "./SenderFace.tsx";

export interface FaceRailProps {
  message: Message;
  isLast: boolean;
  name: string;
  src: string;
}

/** The room for the avatar beside a bubble of a group. The last bubble has the avatar. */
export function FaceRail({ message, isLast, name, src }: FaceRailProps) {
  return (
    <span className={styles.face}>
      {isLast && (
        <span className={styles.rail} data-rail={message.clientMsgID}>
          <span className={styles.stuck}>
            <SenderFace message={message} name={name} src={src} />
          </span>
        </span>
      )}
    </span>
  );
}
