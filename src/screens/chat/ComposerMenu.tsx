import { useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import type { CallMedia } from "../../../machines/domain/call.ts";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Camera, File, Image, Phone, Plus, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type AttachmentsActor, type ConversationActor, useSend } from "../../shell/actors.tsx";
import { useStartCall } from "../../shell/calling.ts";
import { FileInputs, useFilePickers } from "./attaching/FileInputs.tsx";
import { isTouch } from "./media.ts";
import { SharingSheets } from "./sharing/SharingSheets.tsx";
import { useShareItems } from "./sharing/useShareItems.ts";
import { useCallableGroup } from "./useCallableGroup.ts";
import { useGroupCallItems } from "./useGroupCallItems.ts";

export interface ComposerMenuProps {
  conversation: ConversationActor;
  attaching: AttachmentsActor;
}

export function ComposerMenu({ conversation, attaching }: ComposerMenuProps) {
  const { t } = useText();
  const startCall = useStartCall();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const row = useSelector(conversation, ({ context }) => context.conversation);
  const toAttaching = useSend(attaching);
  const pickers = useFilePickers();
  const shares = useShareItems(conversation);
  const groupCalls = useGroupCallItems(useCallableGroup(conversation));
  const call = (mediaType: CallMedia) => () => {
    if (row) startCall({ userID: row.userID, nickname: row.showName, faceURL: row.faceURL }, mediaType);
  };
  const calls = [
    { key: "voice", label: t("chat.voiceCall"), icon: Phone, onSelect: call("voice") },
    { key: "video", label: t("chat.videoCall"), icon: Video, onSelect: call("video") },
  ];
  const camera = {
    key: "camera",
    label: t("attaching.camera"),
    icon: Camera,
    onSelect: () => pickers.camera.current?.click(),
  };
  return (
    <>
      <IconButton
        ref={button}
        icon={Plus}
        label={t("chat.more")}
        tone="quiet"
        aria-haspopup="menu"
        // Keeps the focus, and with it the on-screen keyboard, until the menu is open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        at={button}
        title={t("chat.more")}
        items={[
          {
            key: "media",
            label: t("attaching.media"),
            icon: Image,
            onSelect: () => pickers.media.current?.click(),
          },
          ...(isTouch() ? [camera] : []),
          {
            key: "file",
            label: t("attaching.file"),
            icon: File,
            onSelect: () => pickers.files.current?.click(),
          },
          ...shares,
          ...(row?.kind === "single" ? calls : []),
          ...groupCalls,
        ]}
      />
      <SharingSheets conversation={conversation} />
      <FileInputs
        pickers={pickers}
        onPick={(files, asFile) => toAttaching({ type: "user.attach", files, asFile })}
      />
    </>
  );
}
