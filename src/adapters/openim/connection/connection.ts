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
import { translateConnectionEvents } from "./connection-events.ts";
import { createFeed } from "./feed.ts";
import { createReconnectWatchdog } from "./reconnect-watchdog.ts";
import { createRpc, type Rpc, type SdkWorker } from "./rpc.ts";
import { createSession } from "./session.ts";

export interface SdkConnectionDependencies {
  addresses(): Omit<ServerAddresses, "chatUrl">;
  credentials: Pick<CredentialStore, "use">;
  firstRun: { isFirst(): boolean; remember(): void };
  spawn?: (name: string) => SdkWorker;
}

/** The part of the SDK adapter that loads with the code for the signed-in user (`im.ts`). */
export interface SignedInPart {
  /** Receives a burst of SDK events, after its connection events are published and before the sync's end is. */
  onEvents(burst: readonly SdkEvent[]): void;
  /** The worker died or was stopped. */
  onWorkerEnd(): void;
  /** Runs before sign-out. Resolves when everything that must be sent first is sent. */
  beforeSignOut(): Promise<void>;
  /** No user is signed in any more. */
  onSignOut(): void;
}

/** The part of the SDK adapter that sign-in needs: login and connection. */
export interface SdkConnection {
  port: FirstPorts["im"];
  rpc: Rpc;
  firstSync: ImPort["firstSync"];
  /** Passes the events so far and all later ones to `part`. */
  attach(part: SignedInPart): void;
}

/** Maximum events kept until the signed-in part is attached. */
const MISSED = 1000;

function spawnWorker(name: string): Worker {
  return new Worker(new URL("../worker/sdk-worker.ts", import.meta.url), { type: "module", name });
}

export function createSdkConnection({
  addresses,
  credentials,
  firstRun,
  spawn = spawnWorker,
}: SdkConnectionDependencies): SdkConnection {
  const connection = createFeed<GatewayEvent>();
  const sync = createFeed<SyncEvent>();
  const firstSync = createAwaitedSync();
  let syncUnderWay: Extract<SyncEvent, { type: "im.syncStarted" }> | null = null;
  /** True after the first sync failed and the worker was stopped, because the SDK would not repeat that sync. */
  let isAbandoned = false;
  let signedInPart: SignedInPart | null = null;
  let missed: readonly SdkEvent[] = [];
  let dropping: Promise<unknown> = Promise.resolve();

  const rpc = createRpc(() => spawn(firstRun.isFirst() ? FIRST_VISIT : "im-sdk"), {
    onEvents: publish,
    onProgress: (percent) => connection.publish({ type: "im.loading", percent }),
    onCrash() {
      syncUnderWay = null;
      handleWorkerEnd();
      connection.publish({ type: "im.crashed" });
    },
  });
  const reconnect = () => rpc.call("networkStatusChanged");
  const watchdog = createReconnectWatchdog(reconnect, () => {
    logLine("im", "the SDK is connected and synchronises nothing; another one takes its place");
    syncUnderWay = null;
    handleWorkerEnd();
    rpc.stop();
    connection.publish({ type: "im.crashed" });
  });
  const session = createSession({ rpc, addresses, credentials });

  function publish(burst: readonly SdkEvent[]): void {
    const news = translateConnectionEvents(burst);
    // A sync's events come after its start and before its end.
    const [first] = news.sync;
    const rest = first?.type === "im.syncStarted" ? news.sync.slice(1) : news.sync;
    if (first?.type === "im.syncStarted") publishSync(first);
    for (const event of [...news.connection, ...news.sync]) watchdog.onEvent(event);
    for (const event of news.connection) {
      session.onEvent(event);
      connection.publish(event);
    }
    if (signedInPart) signedInPart.onEvents(burst);
    else missed = [...missed, ...burst].slice(-MISSED);
    for (const event of rest) publishSync(event);
  }

  function publishSync(event: SyncEvent): void {
    if (event.type === "im.syncFailed" && syncUnderWay?.reinstall) abandon();
    if (event.type === "im.syncStarted") syncUnderWay = event;
    if (event.type === "im.syncFinished" || event.type === "im.syncFailed") syncUnderWay = null;
    sync.publish(event);
    firstSync.onSyncEvent(event);
  }

  /** Stops the SDK before it treats its incomplete data as complete. The next SDK starts the sync again. */
  function abandon(): void {
    isAbandoned = true;
    handleWorkerEnd();
    rpc.stop();
  }

  function handleWorkerEnd(): void {
    watchdog.reset();
    signedInPart?.onWorkerEnd();
    session.crashed();
  }

  /** Drops the data of one user before the next user signs in. */
  function dropUserData(): void {
    missed = [];
    firstSync.end();
    signedInPart?.onSignOut();
  }

  return {
    rpc,
    firstSync: firstSync.wait,
    attach(part) {
      signedInPart = part;
      signedInPart.onEvents(missed);
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
        await Promise.all([signedInPart?.beforeSignOut(), dropping]);
        await session.logout().finally(dropUserData);
      },
      dropUnsent(messages) {
        if (!session.isLoggedIn()) return;
        // A message that the SDK has not made yet is not found.
        dropping = Promise.allSettled(
          messages.map((message) => rpc.call("deleteMessageFromLocalStorage", message)),
        );
      },
      stop() {
        isAbandoned = false;
        syncUnderWay = null;
        watchdog.reset();
        dropUserData();
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
