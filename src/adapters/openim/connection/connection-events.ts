import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";
import { parseProfile } from "../parse/profile.ts";
import type { SdkEvent } from "./channel.ts";

/** Chart events of one burst about the connection, the user's own account and the sync. */
export interface ConnectionEvents {
  connection: GatewayEvent[];
  sync: SyncEvent[];
}

/** Translates the SDK's events about itself. Event names are those that SDK 3.8.5 emits (protocol section 9.2). */
export function translateConnectionEvents(burst: readonly SdkEvent[]): ConnectionEvents {
  const news: ConnectionEvents = { connection: [], sync: [] };
  for (const event of burst) readers.get(event.name)?.(event, news);
  return news;
}

type Reader = (event: SdkEvent, news: ConnectionEvents) => void;

/** The server forgets a token that was replaced twice. It then reports it as unknown (1507) instead of kicked. */
const addInvalidToken: Reader = ({ data }, news) => {
  const isReplaced = typeof data === "string" && /\b1507\b/.test(data);
  news.connection.push({ type: isReplaced ? "im.kicked" : "im.tokenInvalid" });
};

const addProfile: Reader = ({ data }, news) => {
  const profile = parseProfile(data);
  if (profile) news.connection.push({ type: "im.profileChanged", profile });
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["OnConnecting", (_, news) => news.connection.push({ type: "im.connecting" })],
  ["OnConnectSuccess", (_, news) => news.connection.push({ type: "im.connected" })],
  [
    "OnConnectFailed",
    ({ errCode }, news) => news.connection.push({ type: "im.connectFailed", code: errCode }),
  ],
  ["OnKickedOffline", (_, news) => news.connection.push({ type: "im.kicked" })],
  ["OnUserTokenExpired", (_, news) => news.connection.push({ type: "im.tokenExpired" })],
  ["OnUserTokenInvalid", addInvalidToken],
  ["OnSelfInfoUpdated", addProfile],

  [
    "OnSyncServerStart",
    ({ data }, news) => news.sync.push({ type: "im.syncStarted", reinstall: data === true }),
  ],
  [
    "OnSyncServerProgress",
    ({ data }, news) => {
      if (typeof data === "number") news.sync.push({ type: "im.syncProgress", percent: data });
    },
  ],
  ["OnSyncServerFinish", (_, news) => news.sync.push({ type: "im.syncFinished" })],
  ["OnSyncServerFailed", (_, news) => news.sync.push({ type: "im.syncFailed" })],
]);
