import { type RefObject, useState } from "react";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { Badge } from "../../components/Badge.tsx";
import {
  Blend,
  Ellipsis,
  Hand,
  MessageSquare,
  MicOff,
  Phone,
  PhoneOff,
  ScreenShare,
  ScreenShareOff,
} from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { CallButton } from "../call/CallButton.tsx";
import { DeviceControl } from "../call/DeviceControl.tsx";
import { useDevice, useDeviceView, useRoomView } from "../call/roomView.ts";
import { OutputList } from "../call/SpeakerControl.tsx";
import { useBlur } from "../call/useBlur.ts";
import styles from "./GroupControls.module.css";
import type { GroupCallActions, GroupCallView } from "./groupCallView.ts";
import { ReactionPicker } from "./Reactions.tsx";

export interface GroupControlsProps {
  view: GroupCallView;
  actions: GroupCallActions;
  popup: RefObject<HTMLElement | null>;
  onChat: () => void;
  /** Asks whether to end the meeting for all. */
  onEnd: () => void;
}

/** Microphone, camera, chat, more, leave. */
export function GroupControls({ view, actions, popup, onChat, onEnd }: GroupControlsProps) {
  const { t } = useText();
  const { room, unread } = view;
  const [isMore, setMore] = useState(false);
  return (
    <div className={styles.controls}>
      <DeviceControl room={room} source="microphone" />
      <DeviceControl room={room} source="camera" />
      <CallButton
        icon={MessageSquare}
        label={t("talk.chat")}
        badge={<Badge count={unread} label={t("talk.unread", { count: unread })} className={styles.badge} />}
        aria-haspopup="dialog"
        onClick={onChat}
      />
      <CallButton icon={Ellipsis} label={t("talk.more")} aria-haspopup="menu" onClick={() => setMore(true)} />
      <CallButton icon={Phone} tone="hangUp" label={t("groupCall.leave")} onClick={actions.hangUp} />
      <MoreMenu
        open={isMore}
        onClose={() => setMore(false)}
        view={view}
        actions={actions}
        popup={popup}
        onEnd={onEnd}
      />
    </div>
  );
}

interface MoreMenuProps extends Omit<GroupControlsProps, "onChat"> {
  open: boolean;
  onClose: () => void;
}

function MoreMenu({ open, onClose, view, actions, popup, onEnd }: MoreMenuProps) {
  const { t } = useText();
  const { room, people, selfID, isHost, canShare } = view;
  const screen = useDevice({ room }, "screen");
  const toScreen = useSend(screen);
  const { isOn: isWanted, isLive: isSharing } = useDeviceView(screen);
  const { outputs } = useRoomView({ room });
  const blur = useBlur();
  const hasHandUp = people.some(({ userID, hasHandUp: isUp }) => userID === selfID && isUp);
  const sharing: ActionMenuItem = {
    key: "share",
    label: t(isSharing ? "talk.stopSharing" : "talk.share"),
    icon: isSharing ? ScreenShareOff : ScreenShare,
    // The browser's picker is open, or sharing is about to stop.
    disabled: isWanted !== isSharing,
    onSelect: () => toScreen({ type: "user.toggle" }),
  };
  const blurring: ActionMenuItem = {
    key: "blur",
    label: t(blur.isOn ? "rtc.unblur" : "rtc.blur"),
    icon: Blend,
    onSelect: blur.toggle,
  };
  const hosting: readonly ActionMenuItem[] = [
    { key: "muteAll", label: t("talk.muteAll"), icon: MicOff, onSelect: actions.muteAll },
    { key: "end", label: t("talk.endForAll"), icon: PhoneOff, danger: true, onSelect: onEnd },
  ];
  return (
    <ActionMenu
      open={open}
      onClose={onClose}
      title={t("talk.more")}
      container={popup}
      items={[
        {
          key: "hand",
          label: t(hasHandUp ? "talk.lowerHand" : "talk.raiseHand"),
          icon: Hand,
          onSelect: actions.toggleHand,
        },
        ...(canShare && screen ? [sharing] : []),
        ...(blur.isOffered ? [blurring] : []),
        ...(isHost ? hosting : []),
      ]}
      more={
        outputs.length > 1 && (
          <>
            <h3 className={styles.heading}>{t("rtc.soundOutput")}</h3>
            <OutputList room={room} onChosen={onClose} />
          </>
        )
      }
    >
      <ReactionPicker
        onReact={(emoji) => {
          onClose();
          actions.react(emoji);
        }}
      />
    </ActionMenu>
  );
}
