import { Failure } from "../../../../machines/domain/failure.ts";
import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";
import type { FirstPorts } from "../../../../machines/ports/index.ts";
import type { ServerAddresses } from "../../config.ts";
import { logLine } from "../../log.ts";
import type { CredentialStore } from "../../storage/credentials.ts";
import { parseProfile } from "../parse/profile.ts";
import { FIRST_VISIT, type SdkEvent } from "./channel.ts";
import { translateLink } from "./connection-events.ts";
import { createFeed } from "./feed.ts";
import { createNudge } from "./reconnect-watchdog.ts";
import { createRpc, type Rpc, type SdkWorker } from "./rpc.ts";
import { createSession } from "./session.ts";

export interface LinkDependencies {
  addresses(): Omit<ServerAddresses, "chatUrl">;
  credentials: Pick<CredentialStore, "read">;
  /** Whether this browser has run the SDK before. */
  visits: { isFirst(): boolean; remember(): void };
  /** Makes the SDK's worker; tests put another one in its place. */
  spawn?: (name: string) => SdkWorker;
}

/** The rest of the SDK's port, which comes with the messenger. */
export interface Guest {
  /** Events the SDK emitted in one go: after what they say of the connection, before the end of a synchronisation. */
  heard(burst: readonly SdkEvent[]): void;
  /** The worker died, or was ended. */
  interrupted(): void;
  /** Somebody signs out: resolves when what is to be said before that is said. */
  leaving(): Promise<void>;
  /** Nobody is signed in any more. */
  left(): void;
}

/** The SDK, who is logged in to it, and how the connection does: what there is before the messenger. */
export interface Link {
  port: FirstPorts["im"];
  rpc: Rpc;
  /** Lets `guest` hear everything from now on, and first what it missed. */
  admit(guest: Guest): void;
}

/** Events kept for a guest that is not there yet. */
const MISSED = 1000;

function spawnWorker(name: string): Worker {
  return new Worker(new URL("../worker/sdk-worker.ts", import.meta.url), { type: "module", name });
}

export function createLink({ addresses, credentials, visits, spawn = spawnWorker }: LinkDependencies): Link {
  const connection = createFeed<GatewayEvent>();
  const sync = createFeed<SyncEvent>();
  /** The beginning of the synchronisation that runs. */
  let syncUnderWay: Extract<SyncEvent, { type: "im.syncStarted" }> | null = null;
  /** The first synchronisation failed, and the SDK was ended: it would not make up for it. */
  let isAbandoned = false;
  let guest: Guest | null = null;
  let missed: readonly SdkEvent[] = [];

  const rpc = createRpc(() => spawn(visits.isFirst() ? FIRST_VISIT : "im-sdk"), {
    onEvents: publish,
    onProgress: (percent) => connection.publish({ type: "im.loading", percent }),
    onCrash() {
      syncUnderWay = null;
      interrupt();
      connection.publish({ type: "im.crashed" });
    },
  });
  const reconnect = () => rpc.call("networkStatusChanged");
  const nudge = createNudge(reconnect, () => {
    logLine("im", "the SDK is connected and synchronises nothing; another one takes its place");
    syncUnderWay = null;
    interrupt();
    rpc.stop();
    connection.publish({ type: "im.crashed" });
  });
  const session = createSession({ rpc, addresses, credentials });

  function publish(burst: readonly SdkEvent[]): void {
    const news = translateLink(burst);
    // What a synchronisation brings comes after its beginning and before its end.
    const [first] = news.sync;
    const rest = first?.type === "im.syncStarted" ? news.sync.slice(1) : news.sync;
    if (first?.type === "im.syncStarted") publishSync(first);
    for (const event of [...news.connection, ...news.sync]) nudge.heard(event);
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
  }

  /** Ends the SDK before it takes what it has for everything; the next one begins anew. */
  function abandon(): void {
    isAbandoned = true;
    interrupt();
    rpc.stop();
  }

  function interrupt(): void {
    nudge.rest();
    guest?.interrupted();
    session.crashed();
  }

  /** What was for one person is not for the next. */
  function leave(): void {
    missed = [];
    guest?.left();
  }

  return {
    rpc,
    admit(newcomer) {
      guest = newcomer;
      guest.heard(missed);
      missed = [];
    },
    port: {
      async start() {
        await session.start();
        visits.remember();
      },
      // Who has no SDK for the moment is not signed out.
      loginStatus: async () => (isAbandoned ? "loggedIn" : session.loginStatus()),
      login: session.login,
      async logout() {
        nudge.rest();
        await guest?.leaving();
        await session.logout().finally(leave);
      },
      stop() {
        isAbandoned = false;
        syncUnderWay = null;
        nudge.rest();
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
