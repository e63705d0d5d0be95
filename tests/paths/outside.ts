import type { EventObject } from "xstate";
import type { Emit, FakePorts, StreamName } from "../fakes/ports.ts";

const SOURCES: Readonly<
  Record<
    string,
    | StreamName
    | "upload"
    | "recordings"
    | "pages"
    | "download"
    | "tab"
    | "window"
    | "room"
    | "scan"
    | "voice"
    | "recorder"
  >
> = {
  "im.loading": "connection",
  "im.connecting": "connection",
  "im.connected": "connection",
  "im.connectFailed": "connection",
  "im.kicked": "connection",
  "im.tokenExpired": "connection",
  "im.tokenInvalid": "connection",
  "im.crashed": "connection",
  "im.profileChanged": "connection",
  "im.syncStarted": "sync",
  "im.syncProgress": "sync",
  "im.syncFinished": "sync",
  "im.syncFailed": "sync",
  "im.conversations": "conversations",
  "im.unreadTotal": "conversations",
  "im.messages": "messages",
  "im.burnSeen": "messages",
  "im.revoked": "messages",
  "im.deleted": "messages",
  "im.read": "messages",
  "im.quoted": "messages",
  "im.typing": "messages",
  "im.groupChanged": "groups",
  "im.groupDismissed": "groups",
  "im.groupLeft": "groups",
  "im.groupJoined": "groups",
  "im.memberChanged": "groups",
  "im.friendChanged": "contacts",
  "im.friendRemoved": "contacts",
  "im.blackChanged": "contacts",
  "im.blackRemoved": "contacts",
  "im.contactsChanged": "contacts",
  "im.applicationChanged": "applications",
  "im.applicationsHidden": "applications",
  "im.presence": "presence",
  "permission.changed": "permission",
  "push.lost": "push",
  "push.answered": "answers",
  "page.visible": "page",
  "page.hidden": "page",
  "page.online": "page",
  "page.offline": "page",
  "address.changed": "address",
  "window.resized": "window",
  "address.uncovered": "address",
  "credentials.gone": "credentials",
  "signal.invite": "signals",
  "signal.accept": "signals",
  "signal.reject": "signals",
  "signal.cancel": "signals",
  "signal.hungup": "signals",
  "room.connected": "room",
  "room.reconnecting": "room",
  "room.reconnected": "room",
  "room.closed": "room",
  "room.memberJoined": "room",
  "room.memberLeft": "room",
  "room.memberChanged": "room",
  "room.memberSilent": "room",
  "room.memberHeard": "room",
  "room.speakers": "room",
  "room.packet": "room",
  "room.unreadable": "room",
  "room.readable": "room",
  "device.on": "room",
  "device.off": "room",
  "device.failed": "room",
  "device.lost": "room",
  "device.found": "room",
  "device.allowed": "room",
  "sound.blocked": "room",
  "sound.playing": "room",
  "outputs.changed": "room",
  "upload.progress": "upload",
  "upload.done": "upload",
  "upload.failed": "upload",
  "download.progress": "download",
  "download.saved": "download",
  "download.left": "download",
  "download.failed": "download",
  "voice.playing": "voice",
  "voice.paused": "voice",
  "voice.progress": "voice",
  "voice.ended": "voice",
  "voice.failed": "voice",
  "recordings.changed": "recordings",
  "pages.changed": "pages",
  "recorder.started": "recorder",
  "recorder.level": "recorder",
  "recorder.done": "recorder",
  "recorder.failed": "recorder",
  "scanner.started": "scan",
  "scanner.read": "scan",
  "scanner.failed": "scan",
  "tab.owned": "tab",
  "tab.elsewhere": "tab",
  "tab.lost": "tab",
  "update.waiting": "updates",
  "update.replaced": "updates",
  "update.off": "updates",
};

export const OUTSIDE_EVENTS: readonly string[] = Object.keys(SOURCES);

/** Emits an event through its port; throws if no port emits it. */
export function emitOutside(ports: FakePorts, event: EventObject): void {
  const source = SOURCES[event.type];
  if (!source) throw new Error(`No port emits ${event.type}`);
  (ports.emit as Record<keyof Emit, (event: EventObject) => void>)[source](event);
}

const DEAF: Readonly<Record<string, (ports: FakePorts) => void>> = {
  connectionEvents: ({ im }) => {
    im.connectionEvents = refuse;
  },
  syncEvents: ({ im }) => {
    im.syncEvents = refuse;
  },
  conversationEvents: ({ im }) => {
    im.conversationEvents = refuse;
  },
  messageEvents: ({ im }) => {
    im.messageEvents = refuse;
  },
  groupEvents: ({ im }) => {
    im.groupEvents = refuse;
  },
  contactEvents: ({ im }) => {
    im.contactEvents = refuse;
  },
  applicationEvents: ({ im }) => {
    im.applicationEvents = refuse;
  },
  presenceEvents: ({ im }) => {
    im.presenceEvents = refuse;
  },
  permissionEvents: ({ platform }) => {
    platform.permissionEvents = refuse;
  },
  pushAnswers: ({ push }) => {
    push.answers = refuse;
  },
  pushEvents: ({ push }) => {
    push.events = refuse;
  },
  signalEvents: ({ im }) => {
    im.signalEvents = refuse;
  },
  pageEvents: ({ platform }) => {
    platform.pageEvents = refuse;
  },
};

export const STREAMS: readonly string[] = Object.keys(DEAF);

export function deafen(ports: FakePorts, stream: string): void {
  const make = DEAF[stream];
  if (!make) throw new Error(`Nobody knows how to refuse ${stream}`);
  make(ports);
}

function refuse(): never {
  throw new Error("refused");
}
