import { useSelector } from "@xstate/react";
import type { FormEvent } from "react";
import type { Picked } from "../../../../machines/composer/attachments.ts";
import { MESSAGE_LIMIT } from "../../../../machines/domain/mention.ts";
import { PICK_LIMIT } from "../../../../machines/domain/outgoing-attachment.ts";
import { Icon } from "../../../components/Icon.tsx";
import { IconButton } from "../../../components/IconButton.tsx";
import { FileText, Play, SendHorizontal, X } from "../../../components/icons.ts";
import { Sheet } from "../../../components/Sheet.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { failureText } from "../../../i18n/failures.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type AttachmentsActor, useSend } from "../../../shell/actors.tsx";
import { fileSize } from "../../../text/fileSize.ts";
import { callLength } from "../../../text/time.ts";
import { FileName } from "../attachments/FileName.tsx";
import styles from "./AttachSheet.module.css";
import { pastedFiles } from "./transferredFiles.ts";

export function AttachSheet({ attaching }: { attaching: AttachmentsActor }) {
  const { t } = useText();
  const send = useSend(attaching);
  const isOpen = useSelector(attaching, (snapshot) => snapshot.hasTag("open"));
  const isBusy = useSelector(attaching, (snapshot) => snapshot.hasTag("busy"));
  const { picked, waiting, refused, isOver, caption } = useSelector(attaching, ({ context }) => context);
  const count = picked.length + waiting.length;
  return (
    <Sheet
      open={isOpen}
      onClose={() => send({ type: "user.discardAttached" })}
      title={t("attaching.title", { count })}
    >
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send({ type: "user.sendAttached" });
        }}
      >
        {(refused.length > 0 || isOver) && (
          <ul role="alert" className={styles.refused}>
            {refused.map(({ clientMsgID, name, failure }) => (
              <li key={clientMsgID}>
                <b>{name}</b> {failureText(t, failure)}
              </li>
            ))}
            {isOver && <li>{t("attaching.tooMany", { count: PICK_LIMIT })}</li>}
          </ul>
        )}
        <ul className={styles.items} aria-label={t("attaching.list")} aria-busy={isBusy}>
          {picked.map((item) => (
            <PickedItem
              key={item.clientMsgID}
              item={item}
              onRemove={
                isBusy
                  ? undefined
                  : () => send({ type: "user.removeAttached", clientMsgID: item.clientMsgID })
              }
            />
          ))}
          {waiting.map(({ clientMsgID }) => (
            <li key={clientMsgID} className={styles.waiting}>
              <Spinner />
            </li>
          ))}
        </ul>
        {count > 0 && (
          <div className={styles.row}>
            <input
              className={styles.caption}
              aria-label={t("attaching.caption")}
              placeholder={t("attaching.caption")}
              value={caption}
              maxLength={MESSAGE_LIMIT}
              autoComplete="off"
              onChange={({ target }) => send({ type: "user.describe", text: target.value })}
              onPaste={(event) => {
                const files = pastedFiles(event.clipboardData);
                if (files.length === 0) return;
                event.preventDefault();
                send({ type: "user.attach", files, asFile: false });
              }}
            />
            <IconButton
              type="submit"
              icon={SendHorizontal}
              label={t("chat.send")}
              size={20}
              filled
              disabled={isBusy || picked.length === 0}
            />
          </div>
        )}
      </form>
    </Sheet>
  );
}

interface PickedItemProps {
  item: Picked;
  onRemove: (() => void) | undefined;
}

function PickedItem({ item: { attachment }, onRemove }: PickedItemProps) {
  const { t } = useText();
  const name = "name" in attachment ? attachment.name : "";
  const remove = onRemove && (
    <button
      type="button"
      className={styles.remove}
      aria-label={t("attaching.remove", { name })}
      onClick={onRemove}
    >
      <Icon of={X} size={14} />
    </button>
  );
  if (attachment.type === "picture" || attachment.type === "video")
    return (
      <li className={styles.tile}>
        <img
          src={attachment.type === "video" ? attachment.poster : attachment.preview}
          alt={name}
          draggable={false}
        />
        {attachment.type === "video" && (
          <span className={styles.length}>
            <Icon of={Play} size={12} />
            {callLength(attachment.seconds)}
          </span>
        )}
        {remove}
      </li>
    );
  return (
    <li className={styles.file}>
      <Icon of={FileText} size={22} />
      <FileName name={name} className={styles.name} />
      <span className={styles.size}>{fileSize(attachment.bytes)}</span>
      {remove}
    </li>
  );
}
