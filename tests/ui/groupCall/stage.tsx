/** Scenes of a call of many, drawn from plain views. Actions are recorded. */
import { render } from "@testing-library/react";
import { FIRST_CORNER } from "../../../src/screens/call/badgeGeometry.ts";
import type { CallWindowState } from "../../../src/screens/call/useCallWindow.ts";
import { FloatingGroupCall } from "../../../src/screens/groupCall/FloatingGroupCall.tsx";
import { GroupBadge } from "../../../src/screens/groupCall/GroupBadge.tsx";
import {
  GroupCallDialog,
  type GroupCallDialogProps,
} from "../../../src/screens/groupCall/GroupCallDialog.tsx";
import type {
  GroupCallActions,
  GroupCallView,
  PersonView,
} from "../../../src/screens/groupCall/groupCallView.ts";
import { useChatDraft } from "../../../src/screens/groupCall/useChatDraft.ts";
import type { LobbyView } from "../../../src/screens/meeting/LobbyScene.tsx";
// Preloads a lazy part, so that it shows at once.
import "../../../src/components/SheetPanel.tsx";
import { TextProvider } from "../../../src/i18n/TextProvider.tsx";
import { AppProvider } from "../../../src/shell/actors.tsx";
import { OutsideProvider } from "../../../src/shell/outside.tsx";
import { createApp } from "../../../src/wiring/index.ts";
import { outsideOf } from "../../fakes/outside.ts";
import { fakePorts } from "../../fakes/ports.ts";
import { aWorld, ME, NOON } from "../../fakes/world.ts";
import { setOpened } from "../opened.ts";
import "../../../src/i18n/signed-in.ts";

export const NAMES = ["Anna", "Ben", "Cora", "Dan", "Eve", "Finn", "Gil", "Hana", "Ines", "Jon", "Kim"];

export function aPerson(changes: Partial<PersonView> = {}): PersonView {
  return {
    userID: "anna",
    name: "Anna",
    ownName: changes.name ?? "Anna",
    faceURL: "",
    isSelf: false,
    status: "joined",
    microphone: true,
    camera: false,
    screen: false,
    isSpeaking: false,
    quality: "good",
    hasHandUp: false,
    ...changes,
  };
}

export const SELF = aPerson({ userID: ME, name: "You", isSelf: true });

/** This user and so many others, all in. */
export function people(others: number, changes: Partial<PersonView> = {}): PersonView[] {
  return [
    SELF,
    ...NAMES.slice(0, others).map((name) => aPerson({ userID: name.toLowerCase(), name, ...changes })),
  ];
}

export function aView(changes: Partial<GroupCallView> = {}): GroupCallView {
  return {
    kind: "group",
    phase: "connected",
    roomID: "room",
    mediaType: "video",
    title: "Team",
    faceURL: "",
    groupID: "2000000001",
    link: "",
    isEncrypted: false,
    canShare: false,
    selfID: ME,
    inviterID: "anna",
    isHost: false,
    people: people(2),
    pinned: null,
    speakers: [],
    reactions: [],
    chat: [],
    unread: 0,
    startedAt: NOON,
    room: undefined,
    ...changes,
  };
}

function Dialog(props: Omit<GroupCallDialogProps, "draft">) {
  return <GroupCallDialog {...props} draft={useChatDraft(props.view.roomID)} />;
}

export interface Scene {
  /** Calls of actions so far, as "name argument". */
  done: string[];
  redraw: (view: GroupCallView) => void;
  container: HTMLElement;
}

const LOBBY: LobbyView = {
  roomID: "r1",
  camera: false,
  microphone: true,
  isEncrypted: false,
  mayEncrypt: false,
  canJoin: true,
  isKeyLost: false,
  name: "Mia",
  faceURL: "",
};

export interface SceneOptions {
  /** A meeting that is not encrypted, by default. */
  lobby?: Partial<LobbyView>;
  isMinimised?: boolean;
  /** Minimised in a wide window. */
  isFloating?: boolean;
}

export function draw(
  view: GroupCallView,
  { lobby, isMinimised = false, isFloating = false }: SceneOptions = {},
): Scene {
  const ports = fakePorts({ world: aWorld() });
  const app = createApp(ports, { logger: () => {} });
  setOpened(app);
  app.start();
  const done: string[] = [];
  const note =
    (name: string) =>
    (...input: unknown[]) =>
      void done.push([name, ...input.filter((one) => typeof one !== "object" || one === null)].join(" "));
  const actions: GroupCallActions = {
    accept: note("accept"),
    hangUp: note("hangUp"),
    minimise: note("minimise"),
    pin: note("pin"),
    toggleHand: note("toggleHand"),
    react: note("react"),
    say: note("say"),
    openChat: note("openChat"),
    closeChat: note("closeChat"),
    ringAgain: note("ringAgain"),
    addPeople: note("addPeople"),
    mute: note("mute"),
    muteAll: note("muteAll"),
    remove: note("remove"),
    endForAll: note("endForAll"),
  };
  const lobbyActions = {
    join: note("join"),
    cancel: note("cancel"),
    setDevice: note("setDevice"),
    setEncryption: note("setEncryption"),
  };
  const inFull: CallWindowState = {
    place: "full",
    minimise: note("minimise"),
    dock: null,
    fill: note("fill"),
    openedBy: null,
    badge: { place: null, onMove: () => {}, onRestore: note("restore"), ref: { current: null } },
    floating: {
      isUnchosen: false,
      corner: FIRST_CORNER,
      onMove: () => {},
      onDock: null,
      onRestore: note("restore"),
      ref: { current: null },
    },
  };
  const element = (shown: GroupCallView) => (
    <AppProvider app={app}>
      <OutsideProvider outside={outsideOf(ports)}>
        <TextProvider language="en">
          {isFloating ? (
            <FloatingGroupCall view={shown} frame={inFull} actions={actions} />
          ) : isMinimised ? (
            <GroupBadge view={shown} place={null} onMove={() => {}} onRestore={note("restore")} ref={null} />
          ) : (
            <Dialog
              view={shown}
              lobby={lobby ? { ...LOBBY, ...lobby, actions: lobbyActions } : null}
              actions={actions}
              frame={inFull}
            />
          )}
        </TextProvider>
      </OutsideProvider>
    </AppProvider>
  );
  const { rerender, container } = render(element(view));
  return { done, redraw: (next) => rerender(element(next)), container };
}
