import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from "react";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Lock, MicOff, UserMinus, UserPlus, Users } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import dialog from "../call/CallDialog.module.css";
import { CallTimer } from "../call/CallTimer.tsx";
import { FlipControl } from "../call/CameraControls.tsx";
import { PicturePlace, PictureWindowButton } from "../call/PictureWindow.tsx";
import { useDevice, useDeviceView } from "../call/roomView.ts";
import { usePictureWindow } from "../call/usePictureWindow.ts";
import { WindowButtons } from "../call/WindowButtons.tsx";
import { LinkSheet } from "../meeting/LinkSheet.tsx";
import { SendCardSheet } from "../meeting/SendCard.tsx";
import { ChatSheet } from "./ChatSheet.tsx";
import { GroupControls } from "./GroupControls.tsx";
import { GroupHints } from "./GroupHints.tsx";
import { type GroupCallActions, type GroupCallView, peopleIn, stageOf } from "./groupCallView.ts";
import { PeopleSheet } from "./PeopleSheet.tsx";
import { ReactionLane } from "./Reactions.tsx";
import { Stage } from "./Stage.tsx";
import styles from "./TalkScene.module.css";
import { TileGrid } from "./TileGrid.tsx";
import type { ChatDraft } from "./useChatDraft.ts";

export interface SceneProps {
  view: GroupCallView;
  actions: GroupCallActions;
  popup: RefObject<HTMLElement | null>;
}

export interface TalkSceneProps extends SceneProps {
  draft: ChatDraft;
}

type Open = "chat" | "people" | "link" | "end" | null;

/** The call itself: tiles or a stage, hints, and the controls. */
export function TalkScene({ view, actions, draft, popup }: TalkSceneProps) {
  const { t } = useText();
  const { room, kind, isHost } = view;
  const [open, setOpen] = useState<Open>(null);
  const [managed, setManaged] = useState<string | null>(null);
  // The menu of a person who left must not open again when that person comes back.
  if (managed !== null && view.people.every(({ userID }) => userID !== managed)) setManaged(null);
  const { facing } = useDeviceView(useDevice({ room }, "camera"));
  const screen = useDevice({ room }, "screen");
  const toScreen = useSend(screen);
  const { isLive: isSharing } = useDeviceView(screen);
  const stage = stageOf(view);
  const pictures = usePictureWindow();
  const isMirrored = facing === "user";
  const close = () => setOpen(null);
  const leaveChat = useEffectEvent(() => open === "chat" && actions.closeChat());
  // The chat closes with this scene, e.g. when a docked call has no room any more.
  useEffect(() => () => void leaveChat(), []);
  const add =
    kind === "meeting"
      ? { label: t("meetingLink.invite"), onClick: () => setOpen("link") }
      : { label: t("talk.addPeople"), onClick: actions.addPeople };
  const more = useCallback((userID: string) => setManaged(userID), []);
  const onMore = isHost ? more : undefined;
  // The host's menu opens in the page, not in the small window.
  const onTileMore = pictures.host ? undefined : onMore;
  const openChat = () => {
    actions.openChat();
    setOpen("chat");
  };
  const tiles = { view, isMirrored, onPin: actions.pin, onMore: onTileMore };
  const count = peopleIn(view).length;
  return (
    <div className={styles.scene}>
      <div className={styles.top}>
        <WindowButtons onMinimise={actions.minimise} />
        <div className={styles.title}>
          <h2 className={styles.name} dir="auto">
            {view.title || t("meeting.title")}
          </h2>
          <p className={styles.line}>
            {view.isEncrypted && <Icon of={Lock} size={14} label={t("meeting.encrypted")} />}
            {view.startedAt !== null && <CallTimer startedAt={view.startedAt} partedAt={null} />}
            <span>{t("talk.peopleCount", { count })}</span>
          </p>
        </div>
        <FlipControl room={room} />
        <PictureWindowButton pictures={pictures} />
        <IconButton
          icon={UserPlus}
          label={add.label}
          className={dialog.glass}
          size={20}
          onClick={add.onClick}
        />
        <IconButton
          icon={Users}
          label={t("talk.people")}
          className={dialog.glass}
          size={20}
          aria-haspopup="dialog"
          onClick={() => setOpen("people")}
        />
      </div>
      <div className={styles.pictures}>
        <PicturePlace pictures={pictures}>
          {stage ? <Stage {...tiles} stage={stage} /> : <TileGrid {...tiles} />}
        </PicturePlace>
        <ReactionLane reactions={view.reactions} />
      </div>
      <div className={styles.bottom}>
        <GroupHints
          view={view}
          isSharing={isSharing}
          onStopSharing={() => toScreen({ type: "user.toggle" })}
        />
        <GroupControls
          view={view}
          actions={actions}
          popup={popup}
          onChat={openChat}
          onEnd={() => setOpen("end")}
        />
      </div>
      <ChatSheet
        open={open === "chat"}
        onClose={() => {
          actions.closeChat();
          close();
        }}
        lines={view.chat}
        draft={draft.text}
        onDraft={draft.set}
        onSay={actions.say}
        container={popup}
      />
      <PeopleSheet
        open={open === "people"}
        onClose={close}
        people={view.people}
        onRing={kind === "group" ? actions.ringAgain : undefined}
        onMore={onMore}
        add={add}
        container={popup}
      />
      {kind === "meeting" && (
        <>
          <LinkSheet
            open={open === "link"}
            onClose={close}
            link={view.link}
            roomID={view.roomID}
            isEncrypted={view.isEncrypted}
            container={popup}
          />
          <SendCardSheet container={popup} />
        </>
      )}
      {isHost && (
        <>
          <HostMenu
            view={view}
            actions={actions}
            popup={popup}
            userID={managed}
            onClose={() => setManaged(null)}
          />
          <ConfirmSheet
            open={open === "end"}
            onClose={close}
            title={t("talk.endAsk")}
            hint={t("talk.endHint")}
            action={t("talk.endForAll")}
            onConfirm={actions.endForAll}
            container={popup}
          />
        </>
      )}
    </div>
  );
}

interface HostMenuProps extends SceneProps {
  /** Null closes the menu. */
  userID: string | null;
  onClose: () => void;
}

/** What the host may do with one person. */
function HostMenu({ view, actions, popup, userID, onClose }: HostMenuProps) {
  const { t } = useText();
  const person = view.people.find((one) => one.userID === userID);
  // A closing menu still shows its person.
  const [last, setLast] = useState(person);
  if (person && person !== last) setLast(person);
  const shown = person ?? last;
  const [removed, setRemoved] = useState<string | null>(null);
  if (!shown) return null;
  const { name } = shown;
  return (
    <>
      <ActionMenu
        open={person !== undefined}
        onClose={onClose}
        title={name}
        showTitle
        container={popup}
        items={[
          {
            key: "mute",
            label: t("talk.mutePerson", { name }),
            icon: MicOff,
            disabled: !shown.microphone,
            onSelect: () => actions.mute(shown.userID),
          },
          {
            key: "remove",
            label: t("talk.removePerson", { name }),
            icon: UserMinus,
            danger: true,
            onSelect: () => setRemoved(shown.userID),
          },
        ]}
      />
      <ConfirmSheet
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={t("talk.removeAsk", { name })}
        hint={t("talk.removeHint")}
        action={t("talk.remove")}
        onConfirm={() => removed !== null && actions.remove(removed)}
        container={popup}
      />
    </>
  );
}
