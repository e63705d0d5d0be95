import { useSelector } from "@xstate/react";
import { selectChat } from "../../../machines/app/navigation.ts";
import { chatPath, conversationIn } from "../../../machines/domain/route.ts";
import { forwardableIn, type ShownMedium } from "../../../machines/media/gallery.ts";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Download, Forward, MessageCircle, X } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type GalleryActor, useConversation, useNavigation, useSend } from "../../shell/actors.tsx";
import { useConversationOf } from "../../shell/conversationOf.ts";
import { useNaming, useShown } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { isoTime, messageTime } from "../../text/time.ts";
import { fileNameOf } from "./fileName.ts";
import styles from "./GalleryBar.module.css";

interface GalleryBarProps {
  gallery: GalleryActor;
  shown: ShownMedium;
  onClose: () => void;
}

export function GalleryBar({ gallery, shown: { item, index }, onClose }: GalleryBarProps) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const send = useSend(gallery);
  const conversationID = useSelector(gallery, ({ context }) => context.conversationID);
  const canForward = useSelector(gallery, ({ context }) => forwardableIn(context) !== null);
  const total = useSelector(gallery, (snapshot) =>
    snapshot.hasTag("oldestKnown") && snapshot.hasTag("newestKnown") ? snapshot.context.items.length : null,
  );
  const name = useSender(gallery, item);
  return (
    <>
      <header className={styles.bar}>
        <IconButton icon={X} label={t("gallery.close")} onClick={onClose} />
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          <p className={styles.detail}>
            <time dateTime={isoTime(item.sendTime)}>{messageTime(item.sendTime, now, language)}</time>
          </p>
        </div>
        {conversationID !== null && (
          <ShowInChat conversationID={conversationID} clientMsgID={item.clientMsgID} onClose={onClose} />
        )}
        {canForward && (
          <IconButton
            icon={Forward}
            label={t("messageMenu.forward")}
            onClick={() => send({ type: "user.forwardShown" })}
          />
        )}
        {!item.message?.burn && (
          <a
            className={styles.save}
            href={item.medium.url}
            download={fileNameOf(item)}
            // Browsers ignore `download` for another origin. The new tab keeps the app open.
            target="_blank"
            rel="noopener noreferrer"
            draggable={false}
            aria-label={t("gallery.save")}
          >
            <Icon of={Download} />
          </a>
        )}
      </header>
      <p role="status" className={styles.place}>
        {total !== null && total > 1 && t("gallery.place", { index: index + 1, total })}
      </p>
    </>
  );
}

interface ShowInChatProps {
  conversationID: string;
  clientMsgID: string;
  onClose: () => void;
}

/** The chat may be the screen below. */
function ShowInChat({ conversationID, clientMsgID, onClose }: ShowInChatProps) {
  const { t } = useText();
  const navigation = useNavigation();
  const toNavigation = useSend(navigation);
  const toJumpHistory = useSend(useSelector(useConversation(), (open) => open?.children.jumpHistory));
  const isBelow = useSelector(navigation, (snapshot) => {
    const chat = snapshot && selectChat(snapshot);
    return chat ? conversationIn(chat) === conversationID : false;
  });
  const show = () => {
    onClose();
    if (isBelow) toJumpHistory({ type: "user.jump", to: clientMsgID, from: null });
    else toNavigation({ type: "user.navigate", to: chatPath(conversationID, clientMsgID) });
  };
  return <IconButton icon={MessageCircle} label={t("gallery.showInChat")} onClick={show} />;
}

/** The name as in the chat. A forwarded history has its own names. */
function useSender(gallery: GalleryActor, { sendID, senderNickname }: ShownMedium["item"]): string {
  const { t } = useText();
  const conversationID = useSelector(gallery, ({ context }) => context.conversationID);
  const naming = useNaming(useConversationOf(conversationID));
  const { name } = useShown(naming, sendID);
  const isClaimed = conversationID === null && sendID !== naming.selfID;
  return isClaimed ? senderNickname || t("common.someone") : name;
}
