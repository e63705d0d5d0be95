import { Failure } from "../../../../machines/domain/failure.ts";
import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { FirstPorts } from "../../../../machines/ports/index.ts";
import type { ServerAddresses } from "../../config.ts";
import { logLine } from "../../log.ts";
import type { CredentialStore } from "../../storage/credentials.ts";
import { parseProfile } from "../parse/profile.ts";
import { createAwaitedSync } from "./awaited-sync.ts";
import { FIRST_VISIT, type SdkEvent } from "./channel.ts";
import { translateLink } from "./connection-events.ts";
import { createFeed } from "./feed.ts";
import { createReconnectWatchdog } from "./reconnect-watchdog.ts";
import { createRpc, type Rpc, type SdkWorker } from "./rpc.ts";
import { createSession } from "./session.ts";

export interface LinkDependencies {
  addresses(): Omit<ServerAddresses, "chatUrl">;
  credentials: Pick<CredentialStore, "read">;
  firstRun: { isFirst(): boolean; remember(): void };
  spawn?: (name: string) => SdkWorker;
}

/** The rest of the SDK's port, which loads later, with the code for the signed-in user. */
export interface Guest {
  /** Receives a burst of SDK events, after its connection events are published and before the sync's end is. */
  heard(burst: readonly SdkEvent[]): void;
  /** The worker died or was stopped. */
  interrupted(): void;
  /** Runs before sign-out. Resolves when everything that must be sent first is sent. */
  leaving(): Promise<void>;
  /** No user is signed in any more. */
  left(): void;
}

/** The part of the SDK adapter that runs before the `Guest` loads: login and connection. */
export interface Link {
  port: FirstPorts["im"];
  rpc: Rpc;
  firstSync: ImPort["firstSync"];
  /** Sends all later events to `guest`, after those it missed. */
  admit(guest: Guest): void;
}

/** Maximum events kept until a guest is admitted. */
const MISSED = 1000;

function spawnWorker(name: string): Worker {
  return new Worker(new URL("../worker/sdk-worker.ts", import.meta.url), { type: "module", name });
}

export function createLink({
  addresses,
  credentials,
  firstRun,
  spawn = spawnWorker,
}: LinkDependencies): Link {
  const connection = createFeed<GatewayEvent>();
  const sync = createFeed<SyncEvent>();
  const firstSync = createAwaitedSync();
  let syncUnderWay: Extract<SyncEvent, { type: "im.syncStarted" }> | null = null;
  /** True after the first sync failed and the worker was stopped, because the SDK would not repeat that sync. */
  let isAbandoned = false;
  let guest: Guest | null = null;
  let missed: readonly SdkEvent[] = [];

  const rpc = createRpc(() => spawn(firstRun.isFirst() ? FIRST_VISIT : "im-sdk"), {
    onEvents: publish,
    onProgress: (percent) => connection.publish({ type: "im.loading", percent }),
    onCrash() {
      syncUnderWay = null;
      interrupt();
      connection.publish({ type: "im.crashed" });
    },
  });
  const reconnect = () => rpc.call("networkStatusChanged");
  const watchdog = createReconnectWatchdog(reconnect, () => {
    logLine("im", "the SDK is connected and synchronises nothing; another one takes its place");
    syncUnderWay = null;
    interrupt();
    rpc.stop();
    connection.publish({ type: "im.crashed" });
  });
  const session = createSession({ rpc, addresses, credentials });

  function publish(burst: readonly SdkEvent[]): void {
    const news = translateLink(burst);
    // A sync's events come after its start and before its end.
    const [first] = news.sync;
    const rest = first?.type === "im.syncStarted" ? news.sync.slice(1) : news.sync;
    if (first?.type === "im.syncStarted") publishSync(first);
    for (const event of [...news.connection, ...news.sync]) watchdog.onEvent(event);
    for (const event of news.connection) {
      session.heard(event);
      connection.publish(event);
    }
    if (guest) guest.heard(burst);
    else missed = [...missed, ...burst].slice(-MISSED);
    for (const event of rest) publishSync(event);
  }

  function publishSync(event: SyncEvent): void {
    if (event.type === "im.syncFailed" && syncUnderWay?.reinstall) abandon();
    if (event.type === "im.syncStarted") syncUnderWay = event;
    if (event.type === "im.syncFinished" || event.type === "im.syncFailed") syncUnderWay = null;
    sync.publish(event);
    firstSync.heard(event);
  }

  /** Stops the SDK before it treats its incomplete data as complete. The next SDK starts the sync again. */
  function abandon(): void {
    isAbandoned = true;
    interrupt();
    rpc.stop();
  }

  function interrupt(): void {
    watchdog.reset();
    guest?.interrupted();
    session.crashed();
  }

  /** Drops the data of one user before the next user signs in. */
  function leave(): void {
    missed = [];
    firstSync.end();
    guest?.left();
  }

  return {
    rpc,
    firstSync: firstSync.wait,
    admit(newcomer) {
      guest = newcomer;
      guest.heard(missed);
      missed = [];
    },
    port: {
      async start() {
        await session.start();
        firstRun.remember();
      },
      // The user stays signed in while no SDK runs.
      loginStatus: async () => (isAbandoned ? "loggedIn" : session.loginStatus()),
      login() {
        firstSync.expect();
        return session.login();
      },
      async logout() {
        watchdog.reset();
        await guest?.leaving();
        await session.logout().finally(leave);
      },
      stop() {
        isAbandoned = false;
        syncUnderWay = null;
        watchdog.reset();
        leave();
        return session.stop();
      },
      async loadProfile() {
        const profile = parseProfile(await rpc.call("getSelfUserInfo"));
        if (!profile) throw new Failure("unknown");
        return profile;
      },
      async setBackground({ hidden }) {
        if (session.isLoggedIn()) await rpc.call("setAppBackgroundStatus", hidden);
      },
      async reconnect() {
        if (!isAbandoned) return void (await reconnect());
        isAbandoned = false;
        connection.publish({ type: "im.crashed" });
      },
      connectionEvents: connection.stream,
      syncEvents(send) {
        if (syncUnderWay) send(syncUnderWay);
        return sync.stream(send);
      },
    },
  };
}
