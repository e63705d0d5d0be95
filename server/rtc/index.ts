import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Cables } from "../demo/network-emulator/cables.ts";
import { warn } from "../log.ts";
import { maxTokenLifetime, signMediaToken } from "./access/token.ts";
import type { RoomSummary } from "./messages.ts";
import type { RunningWorker } from "./thread/launch.ts";
import { answerUnavailable, refuseUpgrade, relayRequest, relayUpgrade } from "./thread/relay.ts";

/** A LiveKit server elsewhere, used instead of the embedded one. */
export interface LiveKitServer {
  /** ws: or wss: URL handed to clients. */
  url: string;
  apiKey: string;
  apiSecret: string;
}

export interface MediaOptions {
  /** UDP port for media. Default: any free one, kept over restarts. */
  port?: number;
  /**
   * Whether people on other machines call, too; asked when the media server starts. Default: no, and then packets
   * from elsewhere get no answer. This machine's own addresses are offered either way.
   */
  isForNetwork?: () => boolean;
}

/** Who calls through which cable, in a demo; what it says of packets holds in the media server, too. */
type MediaCables = Pick<Cables, "troubled" | "watch">;

export interface MediaToken {
  room: string;
  identity: string;
  /** What the others see. */
  name: string;
  /** Rights to withhold; all are given by default. */
  rights?: { canPublish?: boolean; canSubscribe?: boolean; canPublishData?: boolean };
  /** Seconds from now; an hour by default and at most. */
  lifetime?: number;
}

/**
 * Calls: tokens for media rooms, and the embedded LiveKit-compatible media server, which runs in a thread of its
 * own and starts when it is first needed.
 */
export interface Media {
  /** The server clients connect to; undefined for the embedded one, whose URL is the origin of the request. */
  readonly url: string | undefined;
  /** An access token of the LiveKit kind; who is in the room gets a fresh one from time to time. */
  token(token: MediaToken): Promise<string>;
  /** Starts the embedded media server ahead of the first call. Never rejects: troubles are logged. */
  warmUp(): Promise<void>;
  /** Answers /rtc/validate and /rtc/v1/validate; false leaves the request to the caller. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes the upgrade of /rtc and /rtc/v1; false leaves it to the caller. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /**
   * Ends the media server and starts it anew on the same UDP port; clients come back by themselves. By default
   * they are told to; with `abrupt` it ends as in a crash.
   */
  restart(options?: { abrupt?: boolean }): Promise<void>;
  /** Who is in which room now. Empty when the embedded media server does not run. */
  rooms(): Promise<RoomSummary[]>;
  /** Load of the media thread (0 to 1, since its start) and its UDP port; undefined when it does not run. */
  stats(): { utilization: number; udpPort: number } | undefined;
  close(): Promise<void>;
}

const embeddedApiKey = "parley";
/** How long the worker may take to say goodbye. */
const goodbyeMs = 1000;
const hastyEndMs = 5000;

/** @param secret of the store; the key that signs media tokens is derived from it */
export function createMedia(deps: {
  secret: string;
  livekit?: LiveKitServer;
  options?: MediaOptions;
  cables?: MediaCables | undefined;
}): Media {
  const { livekit, options = {}, cables } = deps;
  const key = livekit ?? {
    apiKey: embeddedApiKey,
    apiSecret: createHmac("sha256", deps.secret).update("media tokens").digest("base64url"),
  };
  let udpPort = options.port ?? 0;
  let isClosed = false;
  /** The media server, or its start under way. */
  let starting: Promise<RunningWorker> | undefined;
  let running: RunningWorker | undefined;

  const launch = async (): Promise<RunningWorker> => {
    const { launchWorker } = await import("./thread/launch.ts");
    const worker = await launchWorker({
      apiKey: key.apiKey,
      secret: key.apiSecret,
      udpPort,
      isForNetwork: options.isForNetwork?.() ?? false,
      hasCables: cables !== undefined,
    });
    udpPort = worker.udpPort;
    running = worker;
    for (const [userID, state] of cables?.troubled() ?? []) worker.tell({ userID, state });
    const startedAt = Date.now();
    worker.ended.then(() => {
      // Ended on purpose, it is not the running one any more.
      if (running !== worker || isClosed) return;
      warn("the media server has ended unexpectedly and is started again");
      forget();
      // One that dies at once is only started again for somebody who needs it.
      if (Date.now() - startedAt > hastyEndMs) void warmUp();
    });
    if (isClosed) await worker.terminate();
    return worker;
  };
  const forget = () => {
    running = undefined;
    starting = undefined;
  };
  const start = (): Promise<RunningWorker> => {
    if (isClosed || livekit !== undefined)
      return Promise.reject(new Error("there is no embedded media server"));
    starting ??= guard(launch());
    return starting;
  };
  /** After a failure the next one who needs the media server tries again. */
  const guard = (launched: Promise<RunningWorker>) =>
    launched.catch((error: unknown) => {
      forget();
      warn(`calls are not possible: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    });
  const warmUp = async () => {
    if (isClosed || livekit !== undefined) return;
    await start().catch(() => {});
  };
  /** Lets a worker say goodbye and ends it; its port is free afterwards. */
  const end = async (worker: RunningWorker) => {
    const goodbye = worker.ask("stop", "stopped").catch(() => {});
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
    await worker.terminate();
  };

  cables?.watch((userID, state) => running?.tell({ userID, state }));

  return {
    url: livekit?.url,
    token: ({ room, identity, name, rights, lifetime = maxTokenLifetime }) => {
      void warmUp();
      const video = { room, canPublish: true, canSubscribe: true, canPublishData: true, ...rights };
      const secret = new TextEncoder().encode(key.apiSecret);
      return signMediaToken(
        { identity, name, video, lifetime: Math.min(lifetime, maxTokenLifetime) },
        { apiKey: key.apiKey, secret },
      );
    },
    warmUp,
    handle: (request, response) => {
      if (!/^\/rtc(\/v1)?\/validate$/.test(pathOf(request))) return false;
      start().then(
        ({ tcpPort }) => relayRequest(request, response, tcpPort),
        () => answerUnavailable(response),
      );
      return true;
    },
    upgrade: (request, socket, head) => {
      if (!/^\/rtc(\/v1)?$/.test(pathOf(request))) return false;
      socket.on("error", () => socket.destroy());
      start().then(
        ({ tcpPort }) => relayUpgrade(request, socket, head, tcpPort),
        () => refuseUpgrade(socket),
      );
      return true;
    },
    restart: async ({ abrupt = false } = {}) => {
      const worker = await start();
      if (abrupt) {
        await worker.terminate();
        await worker.ended;
      } else {
        // From now on connections wait for the new worker, so that nobody comes back to the old one.
        running = undefined;
        starting = guard(end(worker).then(launch));
      }
      await start();
    },
    rooms: async () => (running === undefined ? [] : (await running.ask("rooms", "rooms")).rooms),
    stats: () => running && { utilization: running.utilization(), udpPort: running.udpPort },
    close: async () => {
      isClosed = true;
      const worker = running ?? (await starting?.catch(() => undefined));
      forget();
      if (worker !== undefined) await end(worker);
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}
