import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { CallMedia } from "../../../machines/vocabulary/signals.ts";
import type { ConversationActor } from "../../app/actors.tsx";
import { useStartCall } from "../../app/calling.ts";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Phone, Plus, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";

/** What can be begun from a chat besides words: calls with the one person of a single chat. */
export function ComposerMenu({ conversation }: { conversation: ConversationActor }) {
  const { t } = useText();
  const startCall = useStartCall();
  const [isOpen, setOpen] = useState(false);
  const row = useSelector(conversation, ({ context }) => context.conversation);
  if (row?.kind !== "single") return null;
  const call = (mediaType: CallMedia) => () =>
    startCall({ userID: row.userID, nickname: row.showName, faceURL: row.faceURL }, mediaType);
  return (
    <>
      <IconButton
        icon={Plus}
        label={t("chat.more")}
        tone="quiet"
        aria-haspopup="menu"
        // Keeps the focus where it is, and with it the keyboard on the screen, until the menu is there.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("chat.more")}
        items={[
          { key: "voice", label: t("chat.voiceCall"), icon: Phone, onSelect: call("voice") },
          { key: "video", label: t("chat.videoCall"), icon: Video, onSelect: call("video") },
        ]}
      />
    </>
  );
}
