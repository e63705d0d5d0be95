/**
 * Fake ports. Without a world every promise call waits for the test:
 *
 *     const ports = fakePorts();
 *     ports.pending("im.login")[0]?.resolve();      // or ports.resolve("im.login") for the newest call
 *     ports.reject("im.login", "network");
 *     ports.emit.connection({ type: "im.connected" });
 *
 * With a world every call is answered at once. Single calls can wait, or get another answer:
 *
 *     const ports = fakePorts({ world: aWorld({ friends: [aFriend()] }) });
 *     ports.hold("im.sendMessage");
 *     ports.answer("im.loadConversations", () => { throw new Failure("network"); });
 *
 * `ports.wire` logs every call and notification by the app; `ports.held` is what the app still holds.
 */

import type { KeptCall, LeftCall } from "../../machines/calls/call-rules.ts";
import type { RoomEvent } from "../../machines/calls/media-room.ts";
import type {
  AlertPermission,
  Alerts,
  PermissionEvent,
  PushAnswer,
  PushEvent,
} from "../../machines/domain/alerts.ts";
import { type Appearance, appearanceOf } from "../../machines/domain/appearance.ts";
import type { SignalEvent } from "../../machines/domain/call.ts";
import type { ApplicationEvent } from "../../machines/domain/contact-request.ts";
import type { ConversationListEvent } from "../../machines/domain/conversation.ts";
import type { DownloadEvent } from "../../machines/domain/download.ts";
import type { FailureCode } from "../../machines/domain/failure.ts";
import type { FormOwner, KeptForm } from "../../machines/domain/form.ts";
import {
  HISTORY_PAGE,
  type Message,
  type MessageEvent,
  type MessageKey,
} from "../../machines/domain/message.ts";
import type { UploadEvent } from "../../machines/domain/outgoing-attachment.ts";
import type { ContactEvent, GroupEvent } from "../../machines/domain/people.ts";
import type {
  CredentialEvent,
  GatewayEvent,
  PageEvent,
  SyncEvent,
  TabEvent,
  UpdateEvent,
  WindowEvent,
  WindowWidth,
} from "../../machines/domain/platform-events.ts";
import type { PresenceNews } from "../../machines/domain/presence.ts";
import type { ScannerEvent } from "../../machines/domain/qr-code.ts";
import type { RecorderEvent, RecordingsEvent } from "../../machines/domain/recording.ts";
import type { AddressEvent, Place } from "../../machines/domain/route.ts";
import type { CachedPagesEvent } from "../../machines/inbox/cached-pages.ts";
import type { VoiceEvent } from "../../machines/media/voice-message.ts";
import type { Ports } from "../../machines/ports/index.ts";
import type { BackgroundBlur } from "../../machines/ports/media.ts";
import type { Ring } from "../../machines/ports/platform.ts";
import type { UpdatesPort } from "../../machines/ports/updates.ts";
import { createMeetingKeys } from "../../src/adapters/storage/meeting-keys.ts";
import { appUpdateChart } from "../../src/wiring/app-update.ts";
import type { Program } from "../../src/wiring/program.ts";
import { memoryStorage } from "../unit/adapters/support/memory-storage.ts";
import {
  type Answers,
  type CallName,
  createSwitchboard,
  type InputOf,
  type OutputOf,
  type Switchboard,
} from "./calls.ts";
import { createStream } from "./streams.ts";
import { NOON, type World } from "./world.ts";
import { answersOf } from "./world-answers.ts";

export interface FakeOptions {
  /** Also grants the tab lock at once. */
  world?: World;
  /** Answers for single calls; they override the world's. */
  answers?: Answers;
  /** The page's initial path; "/conversation" with a world, "/" without. */
  path?: string;
  /** "phone" by default. */
  width?: WindowWidth;
  /** "free" grants the lock to a tab that asks (the default with a world). "manual" leaves it to the test. */
  tab?: "free" | "manual";
  /** "en" by default. */
  browserLanguage?: string;
  storedLanguage?: string;
  /** The link that led to the sign-in before a reload; null by default. */
  link?: Place | null;
  /** The form that an earlier page of this tab left; null by default. */
  form?: (FormOwner & { form: KeptForm }) | null;
  /** Number of cameras on this device; 0 by default. */
  cameras?: number;
  /** Whether this browser can share its screen; false by default. */
  canShareScreen?: boolean;
  /** Whether this browser can encrypt media; true by default. */
  canEncrypt?: boolean;
  /** Another tab has signed in after this one. */
  isReplaced?: boolean;
  /** Whether the camera has the browser's background blur; false by default. */
  canBlur?: boolean;
  /** All true by default. */
  alerts?: Partial<Alerts>;
  /** Whether this browser lets the page show notifications; "missing" by default. */
  permission?: AlertPermission;
  /** Whether the user has declined notifications in an earlier visit; false by default. */
  hasDeclined?: boolean;
  /** The messages of the outbox when the user signs out. */
  unsent?: readonly MessageKey[];
  /** System theme and standard text size by default. */
  appearance?: Appearance;
  /** Whether the chart of the service worker can be loaded; false by default: it then loads forever. */
  hasUpdates?: boolean;
  /** Milliseconds since the epoch. */
  now?: number;
}

/** The resources outside of the app that it currently holds. */
export interface Held {
  /** Streams with at least one listener, sorted by name. */
  streams: StreamName[];
  tabLock: "none" | "waiting" | "owned";
  /** Ids of the messages whose files are uploading. */
  uploads: string[];
  /** Ids of the messages whose files are downloading. */
  downloads: string[];
  rooms: string[];
  ringing: Ring["kind"][];
  awake: number;
  scans: number;
  sounds: string[];
  recordings: number;
  /** Microphones whose level is measured. */
  meters: number;
}

const streams = () => ({
  connection: createStream<GatewayEvent>(),
  sync: createStream<SyncEvent>(),
  conversations: createStream<ConversationListEvent>(),
  messages: createStream<MessageEvent>(),
  groups: createStream<GroupEvent>(),
  contacts: createStream<ContactEvent>(),
  applications: createStream<ApplicationEvent>(),
  presence: createStream<PresenceNews>(),
  permission: createStream<PermissionEvent>(),
  push: createStream<PushEvent>(),
  answers: createStream<PushAnswer>(),
  page: createStream<PageEvent>(),
  address: createStream<AddressEvent>(),
  credentials: createStream<CredentialEvent>(),
  signals: createStream<SignalEvent>(),
  updates: createStream<UpdateEvent>(),
});

type Streams = ReturnType<typeof streams>;
export type StreamName = keyof Streams;

export type Emit = { [Name in StreamName]: Streams[Name]["emit"] } & {
  window(event: WindowEvent): void;
  tab(event: TabEvent): void;
  /** To the last joined media room. */
  room(event: RoomEvent): void;
  /** To the upload of that message, or to the newest upload. */
  upload(event: UploadEvent, clientMsgID?: string): void;
  download(event: DownloadEvent): void;
  voice(event: VoiceEvent): void;
  recorder(event: RecorderEvent): void;
  recordings(event: RecordingsEvent): void;
  pages(event: CachedPagesEvent): void;
  scan(event: ScannerEvent): void;
};

/** Unlike the real app, all ports are there from the start. */
export interface FakedPorts extends Ports {
  program: Program;
}

/** The program with the switchboard's signed-in charts, wired to `ports`. Without `updates` their chart never loads. */
export function programWith(
  { ask }: Pick<Switchboard, "ask">,
  ports: () => Ports,
  updates?: UpdatesPort,
): Program {
  return {
    async fetchAppUpdate() {
      if (!updates) return new Promise(() => {});
      await ask("program.fetchUpdates", undefined);
      return (session) => appUpdateChart(updates, session);
    },
    async fetchSignedIn() {
      const join = await ask("program.fetchSignedIn", undefined);
      return (preferences) => join({ ...preferences, ports: ports() });
    },
  };
}

export interface FakePorts extends FakedPorts, Switchboard {
  emit: Emit;
  readonly held: Held;
  listeners(name: StreamName): number;
  /** Answers the newest waiting call of that name; throws if none waits. */
  resolve<Name extends CallName>(
    name: Name,
    ...output: OutputOf<Name> extends void ? [] : [OutputOf<Name>]
  ): void;
  reject(name: CallName, code: FailureCode): void;
  /** Inputs of all calls of that name so far, oldest first. */
  sent<Name extends CallName>(name: Name): InputOf<Name>[];
  /** Advances the clock that charts read. Timers do not advance. */
  passTime(milliseconds: number): void;
  /** The browser history: `entries[index]` is the current address. */
  readonly address: { entries: Place[]; index: number; current: Place };
  /** Simulates a typed address, and the browser's back button. */
  visit(path: string): void;
  browserBack(): void;
  browserForward(): void;
  readonly unread: number;
  /** Ids of the cached chats in their order; null before the first write. */
  readonly keptRows: readonly string[] | null;
  /** The cached messages of chats by conversationID. */
  readonly keptPages: ReadonlyMap<string, readonly Message[]>;
  /** The call that an earlier page left without a record. */
  readonly leftCall: LeftCall | null;
  /** The link that is stored for a reload. */
  readonly keptLink: Place | null;
  /** The form in the storage of this tab. */
  readonly form: (FormOwner & { form: KeptForm }) | null;
  closePage(): void;
  /** The microphone of a lobby hears the user that loud; null if it cannot be used. */
  hears(level: number | null): void;
}

export function fakePorts(options: FakeOptions = {}): FakePorts {
  const { world } = options;
  const all = streams();
  const windows = createStream<WindowEvent>();
  let now = options.now ?? NOON;
  let ids = 0;
  let unread = 0;
  let keptCall: KeptCall | null = null;
  let keptForm = options.form ?? null;
  let keptMeeting: { userID: string; roomID: string } | null = null;
  let leftCall: LeftCall | null = null;
  let keptLink = options.link ?? null;
  let keptRows: string[] | null = null;
  const keptPages = new Map<string, readonly Message[]>();
  let syncUnderWay: SyncEvent | null = null;
  let tabListener: ((event: TabEvent) => void) | null = null;
  let tabLock: Held["tabLock"] = "none";
  const sounds: { url: string; send: (event: VoiceEvent) => void }[] = [];
  const recordings: ((event: RecorderEvent) => void)[] = [];
  const watchers: ((event: RecordingsEvent) => void)[] = [];
  const pageWatchers: ((event: CachedPagesEvent) => void)[] = [];
  const scans: ((event: ScannerEvent) => void)[] = [];
  const downloads: { clientMsgID: string; send: (event: DownloadEvent) => void }[] = [];
  const uploads: { clientMsgID: string; send: (event: UploadEvent) => void }[] = [];
  const rooms: { roomID: string; send: (event: RoomEvent) => void }[] = [];
  const ringing: Ring["kind"][] = [];
  const closing = new Set<() => void>();
  const meters: ((level: number | null) => void)[] = [];
  const blurWatchers: ((blur: BackgroundBlur) => void)[] = [];
  let isBlurred = false;
  let awake = 0;
  const isTabFree = (options.tab ?? (world ? "free" : "manual")) === "free";

  const emitTab = (event: TabEvent) => {
    if (event.type === "tab.owned" && tabListener) tabLock = "owned";
    if (event.type !== "tab.owned" && tabListener) tabLock = "waiting";
    tabListener?.(event);
  };
  const emit: Emit = {
    connection: all.connection.emit,
    sync(event) {
      if (event.type === "im.syncStarted") syncUnderWay = event;
      if (event.type === "im.syncFinished" || event.type === "im.syncFailed") syncUnderWay = null;
      all.sync.emit(event);
    },
    conversations: all.conversations.emit,
    messages: all.messages.emit,
    groups: all.groups.emit,
    contacts: all.contacts.emit,
    applications: all.applications.emit,
    presence: all.presence.emit,
    permission: all.permission.emit,
    push: all.push.emit,
    answers: all.answers.emit,
    page: all.page.emit,
    address: all.address.emit,
    window: windows.emit,
    credentials: all.credentials.emit,
    signals: all.signals.emit,
    updates: all.updates.emit,
    tab: emitTab,
    room: (event) => rooms.at(-1)?.send(event),
    upload: (event, clientMsgID) =>
      uploads
        .findLast((one) => one.clientMsgID === (clientMsgID ?? uploads.at(-1)?.clientMsgID))
        ?.send(event),
    download: (event) => downloads.at(-1)?.send(event),
    voice: (event) => sounds.at(-1)?.send(event),
    recorder: (event) => recordings.at(-1)?.(event),
    recordings(event) {
      for (const send of [...watchers]) send(event);
    },
    pages(event) {
      for (const send of [...pageWatchers]) send(event);
    },
    scan: (event) => scans.at(-1)?.(event),
  };
  const board = createSwitchboard({
    ...(world ? answersOf(world, emit, () => now) : {}),
    ...options.answers,
  });
  const { ask, note } = board;

  const entries: Place[] = [placeOf(options.path ?? (world ? "/conversation" : "/"))];
  const address = {
    entries,
    index: 0,
    get current(): Place {
      return entries[address.index] ?? { path: "/", search: "" };
    },
  };
  let isCovered = false;
  /** A step back from a page. As in the adapter, a layer that opens in that time gets its cover after the step. */
  let leaving: { isCoverDue: boolean } | null = null;
  const stepBack = (steps = 1) => {
    const places = isCovered ? steps - 1 : steps;
    isCovered = false;
    if (places === 0) {
      emit.address({ type: "address.uncovered" });
      return;
    }
    if (address.index < places) return;
    address.index -= places;
    emit.address({ type: "address.changed", place: address.current, steps: -places });
  };
  const drop = (places = 0) => {
    if (places > 0) note("platform.drop", places);
    address.index -= places;
  };
  const pushEntry = (place: Place) => {
    isCovered = false;
    entries.splice(address.index + 1, entries.length, place);
    address.index += 1;
  };

  const updates: UpdatesPort = {
    register: () => ask("updates.register", undefined),
    updateEvents: all.updates.stream,
    check: () => note("updates.check"),
    apply: () => note("updates.apply"),
    reload: () => note("updates.reload"),
  };

  const ports: FakedPorts = {
    account: {
      signIn: (input) => ask("account.signIn", input),
      sendCode: (input) => ask("account.sendCode", input),
      loadDemoPeople: () => ask("account.loadDemoPeople", undefined),
      loadDetails: (input) => ask("account.loadDetails", input),
      loadPersonDetails: (input) => ask("account.loadPersonDetails", input),
      loadOwnDetails: (input) => ask("account.loadOwnDetails", input),
      updateProfile: (input) => ask("account.updateProfile", input),
      changePassword: (input) => ask("account.changePassword", input),
      searchUsers: (input) => ask("account.searchUsers", input),
    },
    files: {
      prepare: (input) => ask("files.prepare", input),
      cut: (input) => ask("files.cut", input),
      download(input, send) {
        note("files.download", input);
        const download = { clientMsgID: input.clientMsgID, send };
        downloads.push(download);
        return () => void downloads.splice(downloads.indexOf(download), 1);
      },
    },
    credentials: {
      read: () => ask("credentials.read", undefined),
      isReplaced: () => options.isReplaced ?? false,
      forget: (isRefused) => ask("credentials.forget", isRefused),
      events: all.credentials.stream,
    },
    im: {
      start: () => ask("im.start", undefined),
      loginStatus: () => ask("im.loginStatus", undefined),
      login: () => ask("im.login", undefined),
      logout: () => ask("im.logout", undefined),
      dropUnsent: (messages) => note("im.dropUnsent", messages),
      stop() {
        syncUnderWay = null;
        return ask("im.stop", undefined);
      },
      loadProfile: () => ask("im.loadProfile", undefined),
      setQuiet: (input) => ask("im.setQuiet", input),
      setBackground: (input) => ask("im.setBackground", input),
      reconnect: () => ask("im.reconnect", undefined),
      loadConversations: (input) => ask("im.loadConversations", input),
      loadUnreadTotal: () => ask("im.loadUnreadTotal", undefined),
      loadConversation: (input) => ask("im.loadConversation", input),
      findConversation: (input) => ask("im.findConversation", input),
      changeConversation: (input) => ask("im.changeConversation", input),
      saveDraft: (input) => ask("im.saveDraft", input),
      sendTyping: (input) => ask("im.sendTyping", input),
      loadOlder: (input) => ask("im.loadOlder", input),
      loadAround: (input) => ask("im.loadAround", input),
      loadNewer: (input) => ask("im.loadNewer", input),
      fillGaps: (input) => ask("im.fillGaps", input),
      loadFrom: (input) => ask("im.loadFrom", input),
      markRead: (input) => ask("im.markRead", input),
      markMessageRead: (input) => ask("im.markMessageRead", input),
      revokeMessage: (input) => ask("im.revokeMessage", input),
      deleteMessage: (input) => ask("im.deleteMessage", input),
      burnMessage: (input) => ask("im.burnMessage", input),
      keepReadTime: (input) => ask("im.keepReadTime", input),
      createMessage: (input) => ask("im.createMessage", input),
      sendMessage: (input) => ask("im.sendMessage", input),
      uploadPicture: (input) => ask("im.uploadPicture", input),
      upload(input, send) {
        note("im.upload", input);
        const upload = { clientMsgID: input.clientMsgID, send };
        uploads.push(upload);
        return () => void uploads.splice(uploads.indexOf(upload), 1);
      },
      loadFriends: () => ask("im.loadFriends", undefined),
      loadGroups: () => ask("im.loadGroups", undefined),
      loadApplications: () => ask("im.loadApplications", undefined),
      answerApplication: (input) => ask("im.answerApplication", input),
      loadBlacks: () => ask("im.loadBlacks", undefined),
      loadGroup: (input) => ask("im.loadGroup", input),
      loadMembership: (input) => ask("im.loadMembership", input),
      loadMemberships: (input) => ask("im.loadMemberships", input),
      lookUpGroup: (input) => ask("im.lookUpGroup", input),
      loadMembers: (input) => ask("im.loadMembers", input),
      loadMembersByID: (input) => ask("im.loadMembersByID", input),
      changeGroup: (input) => ask("im.changeGroup", input),
      createGroup: (input) => ask("im.createGroup", input),
      loadPeople: (input) => ask("im.loadPeople", input),
      checkPresence: (input) => ask("im.checkPresence", input),
      loadPresence: (input) => ask("im.loadPresence", input),
      loadPerson: (input) => ask("im.loadPerson", input),
      addFriend: (input) => ask("im.addFriend", input),
      setRemark: (input) => ask("im.setRemark", input),
      block: (input) => ask("im.block", input),
      unblock: (input) => ask("im.unblock", input),
      unfriend: (input) => ask("im.unfriend", input),
      joinGroup: (input) => ask("im.joinGroup", input),
      sendSignal: (input) => ask("im.sendSignal", input),
      sendCallRing: (input) => ask("im.sendCallRing", input),
      sendGroupCallNotice: (input) => ask("im.sendGroupCallNotice", input),
      loadUser: (input) => ask("im.loadUser", input),
      loadCalls: () => ask("im.loadCalls", undefined),
      fetchCalls: () => ask("im.fetchCalls", undefined),
      searchConversation: (input) => ask("im.searchConversation", input),
      searchMessages: (input) => ask("im.searchMessages", input),
      firstSync: () => ask("im.firstSync", undefined),
      signalEvents: all.signals.stream,
      connectionEvents: all.connection.stream,
      syncEvents: (send) => {
        if (syncUnderWay) send(syncUnderWay);
        return all.sync.stream(send);
      },
      conversationEvents: all.conversations.stream,
      messageEvents: all.messages.stream,
      groupEvents: all.groups.stream,
      contactEvents: all.contacts.stream,
      applicationEvents: all.applications.stream,
      presenceEvents: all.presence.stream,
    },
    location: { locate: () => ask("location.locate", undefined) },
    media: {
      prepare: () => ask("media.prepare", undefined),
      requestAccess: (input) => ask("media.requestAccess", input),
      moderate: (input) => ask("media.moderate", input),
      roomInfo: (input) => ask("media.roomInfo", input),
      wasLast: (input) => ask("media.wasLast", input),
      canShareScreen: () => options.canShareScreen ?? false,
      canEncrypt: () => options.canEncrypt ?? true,
      join({ roomID, isMany, isEncrypted }, send) {
        note("media.join", {
          roomID,
          ...(isMany && { isMany }),
          ...(isEncrypted && { isEncrypted }),
        });
        const room = { roomID, send };
        rooms.push(room);
        return {
          command: (command) => note("media.command", command),
          leave: () => {
            note("media.leave", { roomID });
            rooms.splice(rooms.indexOf(room), 1);
          },
        };
      },
      show: ({ userID, source }, element) => {
        element.dataset.shows = `${source} of ${userID}`;
        return () => {
          delete element.dataset.shows;
        };
      },
      preview(element, report) {
        note("media.preview");
        element.dataset.shows = "preview";
        element.addEventListener("error", () => report(false));
        element.addEventListener("playing", () => report(true));
        return () => {
          note("media.endPreview");
          delete element.dataset.shows;
        };
      },
      watchMicrophone(report) {
        meters.push(report);
        return () => void meters.splice(meters.indexOf(report), 1);
      },
      watchBlur(report) {
        blurWatchers.push(report);
        report({ isOffered: options.canBlur ?? false, isOn: isBlurred });
        return () => void blurWatchers.splice(blurWatchers.indexOf(report), 1);
      },
      setBlur(isOn) {
        note("media.setBlur", isOn);
        isBlurred = isOn;
        for (const report of blurWatchers) report({ isOffered: options.canBlur ?? false, isOn });
      },
      watchCameras(report) {
        report(options.cameras ?? 0);
        return () => {};
      },
    },
    meetingKeys: createMeetingKeys(memoryStorage(), "https://parley.example"),
    platform: {
      pageEvents: all.page.stream,
      addressEvents: all.address.stream,
      windowEvents(send) {
        if (options.width) send({ type: "window.resized", width: options.width });
        return windows.stream(send);
      },
      currentPlace: () => address.current,
      push(place, drops) {
        drop(drops);
        note("platform.push", place);
        pushEntry(place);
      },
      replace(place, drops) {
        drop(drops);
        note("platform.replace", place);
        isCovered = false;
        entries[address.index] = place;
      },
      back(steps) {
        note("platform.back", steps);
        const step = isCovered ? null : { isCoverDue: false };
        leaving = step;
        queueMicrotask(() => {
          stepBack(steps);
          if (leaving === step) leaving = null;
          if (step?.isCoverDue) isCovered = true;
        });
      },
      cover() {
        note("platform.cover");
        if (leaving) leaving.isCoverDue = true;
        else isCovered = true;
      },
      showAppearance: (appearance) => note("platform.showAppearance", appearance),
      uncover() {
        note("platform.uncover");
        if (leaving) leaving.isCoverDue = false;
        isCovered = false;
      },
      tabLock(input, send) {
        note("platform.tabLock", input);
        tabListener = send;
        tabLock = "waiting";
        if (isTabFree) queueMicrotask(() => tabListener === send && emitTab({ type: "tab.owned" }));
        return {
          steal: () => {
            note("platform.tabLock.steal");
            if (isTabFree) queueMicrotask(() => tabListener === send && emitTab({ type: "tab.owned" }));
          },
          release: () => {
            if (tabListener !== send) return;
            tabListener = null;
            tabLock = "none";
          },
        };
      },
      permissionEvents(send) {
        if (options.permission) send({ type: "permission.changed", permission: options.permission });
        return all.permission.stream(send);
      },
      askPermission: () => ask("platform.askPermission", undefined),
      alert: (input) => note("platform.alert", input),
      unlockSound: () => note("platform.unlockSound"),
      ring({ kind, title, body, isShown }) {
        note("platform.ring", { kind, title, body, ...(!isShown && { isShown }) });
        ringing.push(kind);
        return () => {
          note("platform.ring.stop", { kind });
          ringing.splice(ringing.indexOf(kind), 1);
        };
      },
      keepAwake() {
        awake += 1;
        return () => {
          awake -= 1;
        };
      },
      onClosing(callback) {
        closing.add(callback);
        return () => void closing.delete(callback);
      },
      setUnread(count) {
        note("platform.setUnread", count);
        unread = count;
      },
      whenIdle(callback) {
        callback();
        return () => {};
      },
      copy: (text) => ask("platform.copy", text),
      renew: () => ask("platform.renew", undefined),
      browserLanguage: () => options.browserLanguage ?? "en",
      newID: () => (++ids).toString(16).padStart(32, "0"),
      now: () => now,
    },
    player: {
      play({ url, rate }, send) {
        note("player.play", { url, rate });
        const sound = { url, send };
        sounds.push(sound);
        return {
          command: (command) => note("player.command", command),
          stop: () => void sounds.splice(sounds.indexOf(sound), 1),
        };
      },
      interrupt: () => {
        for (const { send } of sounds) send({ type: "voice.paused" });
      },
    },
    push: {
      ready: () => ask("push.ready", undefined),
      subscribe: (input) => ask("push.subscribe", input),
      unsubscribe: () => ask("push.unsubscribe", undefined),
      forget: () => note("push.forget"),
      events: all.push.stream,
      answers: all.answers.stream,
    },
    recorder: {
      record(send) {
        recordings.push(send);
        return {
          finish: () => note("recorder.finish"),
          close: () => void recordings.splice(recordings.indexOf(send), 1),
        };
      },
      giveWay() {
        note("recorder.giveWay");
        return () => note("recorder.takeBack");
      },
    },
    scanner: {
      scan(send) {
        scans.push(send);
        return {
          setTorch: (isLit) => note("scanner.setTorch", isLit),
          stop: () => void scans.splice(scans.indexOf(send), 1),
        };
      },
      readPicture: (input) => ask("scanner.readPicture", input),
      show: (element) => {
        element.dataset.shows = "scan";
        return () => {
          delete element.dataset.shows;
        };
      },
    },
    loadedMedia: { forget: () => note("loadedMedia.forget") },
    shares: {
      read: (input) => ask("shares.read", input),
      drop: (input) => note("shares.drop", input),
      forget: () => note("shares.forget"),
    },
    program: programWith(board, () => ports, options.hasUpdates ? updates : undefined),
    registration: {
      begin: () => ask("registration.begin", undefined),
      keep: (draft) => note("registration.keep", draft),
      forget: () => note("registration.forget"),
      requestCode: (input) => ask("registration.requestCode", input),
      checkCode: (input) => ask("registration.checkCode", input),
      register: (input) => ask("registration.register", input),
      resetPassword: (input) => ask("registration.resetPassword", input),
    },
    rows: { askRows: (input) => ask("rows.askRows", input) },
    storage: {
      readLink: () => keptLink,
      writeLink: (link) => {
        keptLink = link;
      },
      readLanguage: () => options.storedLanguage ?? null,
      writeLanguage: (language) => note("storage.writeLanguage", language),
      readAppearance: () => options.appearance ?? appearanceOf(null),
      writeAppearance: (appearance) => note("storage.writeAppearance", appearance),
      readAlerts: () => ({ sound: true, notifications: true, previews: true, ...options.alerts }),
      writeAlerts: (alerts) => note("storage.writeAlerts", alerts),
      readDeclined: () => options.hasDeclined ?? false,
      writeDeclined: () => note("storage.writeDeclined"),
      readOutbox: (input) => ask("storage.readOutbox", input),
      keepBytes: (input) => ask("storage.keepBytes", input),
      dropBytes: (input) => ask("storage.dropBytes", input),
      writeOutbox: (input) => ask("storage.writeOutbox", input),
      readViewed: (input) => ask("storage.readViewed", input),
      writeViewed: (input) => ask("storage.writeViewed", input),
      readSearches: (input) => ask("storage.readSearches", input),
      writeSearches: (input) => ask("storage.writeSearches", input),
      forgetSearches: () => note("storage.forgetSearches"),
      readEmojis: (input) => ask("storage.readEmojis", input),
      writeEmojis: (input) => ask("storage.writeEmojis", input),
      forgetDrafts: (isRefused) => note("storage.forgetDrafts", isRefused),
      forgetOutbox(input) {
        note("storage.forgetOutbox", input);
        return options.unsent ?? [];
      },
      forgetEmojis: () => note("storage.forgetEmojis"),
      readRows: (input) => ask("storage.readRows", input),
      keepRows(input) {
        keptRows = input.rows.map(({ conversationID }) => conversationID);
        note("storage.keepRows", input);
      },
      restRows: () => note("storage.restRows"),
      forgetRows: () => note("storage.forgetRows"),
      watchPages(_, send) {
        pageWatchers.push(send);
        if (world) send({ type: "pages.changed", pages: world.cachedPages });
        return () => void pageWatchers.splice(pageWatchers.indexOf(send), 1);
      },
      keepPage({ conversationID, messages }) {
        keptPages.set(conversationID, messages.slice(-HISTORY_PAGE));
      },
      forgetPages: () => note("storage.forgetPages"),
      keepCall(input) {
        note("storage.keepCall", input);
        keptCall = input.call;
      },
      leaveCall() {
        if (keptCall) leftCall = { ...keptCall, leftAt: now };
      },
      dropCall(input) {
        note("storage.dropCall", input);
        keptCall = null;
        leftCall = null;
      },
      takeCall: (input) => ask("storage.takeCall", input),
      keepMeeting(input) {
        note("storage.keepMeeting", input);
        keptMeeting = input;
      },
      dropMeeting() {
        if (keptMeeting) note("storage.dropMeeting");
        keptMeeting = null;
      },
      keepForm(input) {
        note("storage.keepForm", input);
        keptForm = input;
      },
      dropForm({ formID }) {
        if (keptForm?.formID === formID) keptForm = null;
      },
      leftForm: ({ userID, formID }) =>
        keptForm?.userID === userID && keptForm.formID === formID ? keptForm.form : null,
      leftMeeting: ({ userID }) => (keptMeeting?.userID === userID ? keptMeeting.roomID : null),
      readHeard: (input) => ask("storage.readHeard", input),
      keepHeard: (input) => ask("storage.keepHeard", input),
      keepRecording: (input) => ask("storage.keepRecording", input),
      readRecording: (input) => ask("storage.readRecording", input),
      dropRecording: (input) => ask("storage.dropRecording", input),
      releaseRecording: (input) => ask("storage.releaseRecording", input),
      watchRecordings(_, send) {
        watchers.push(send);
        const conversationIDs = Object.keys(world?.recordings ?? {});
        if (conversationIDs.length > 0) send({ type: "recordings.changed", conversationIDs });
        return () => void watchers.splice(watchers.indexOf(send), 1);
      },
      forgetRecordings: () => note("storage.forgetRecordings"),
    },
  };

  const newest = <Name extends CallName>(name: Name) => {
    const call = board.pending(name).at(-1);
    if (!call) throw new Error(`No call of ${name} waits; waiting: ${board.waiting().join(", ") || "none"}`);
    return call;
  };

  return {
    ...ports,
    ...board,
    emit,
    address,
    get held(): Held {
      const heard = (Object.keys(all) as StreamName[]).filter((name) => all[name].listeners > 0);
      return {
        streams: heard.sort(),
        tabLock,
        downloads: downloads.map(({ clientMsgID }) => clientMsgID),
        uploads: uploads.map(({ clientMsgID }) => clientMsgID),
        rooms: rooms.map(({ roomID }) => roomID),
        ringing: [...ringing],
        awake,
        scans: scans.length,
        sounds: sounds.map(({ url }) => url),
        recordings: recordings.length,
        meters: meters.length,
      };
    },
    keptPages,
    get keptRows() {
      return keptRows;
    },
    get unread() {
      return unread;
    },
    listeners: (name) => all[name].listeners,
    resolve: (name, ...output) => newest(name).resolve(...output),
    reject: (name, code) => newest(name).reject(code),
    sent: (name) =>
      board.wire.filter(({ call }) => call === name).map(({ input }) => input as InputOf<typeof name>),
    passTime: (milliseconds) => {
      now += milliseconds;
    },
    visit(path) {
      pushEntry(placeOf(path));
      emit.address({ type: "address.changed", place: address.current, steps: 1 });
    },
    browserBack: () => stepBack(),
    browserForward() {
      if (address.index === entries.length - 1) return;
      address.index += 1;
      emit.address({ type: "address.changed", place: address.current, steps: 1 });
    },
    get form() {
      return keptForm;
    },
    get keptLink() {
      return keptLink;
    },
    get leftCall() {
      return leftCall;
    },
    hears(level) {
      for (const report of [...meters]) report(level);
    },
    closePage: () => {
      for (const callback of closing) callback();
    },
  };
}

function placeOf(address: string): Place {
  const [path = "/", search = ""] = address.split("?", 2);
  return { path, search };
}
