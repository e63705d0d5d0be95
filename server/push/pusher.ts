import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import webPush from "web-push";
import { warn } from "../log.ts";
import { createBuckets, type Rate } from "../rates.ts";
import { isLoopbackHost, publicOnly, readEndpoint } from "./addresses.ts";
import type { Subscription } from "./subscriptions.ts";
import type { VapidKeys } from "./vapid.ts";

export interface PusherOptions {
  keys: VapidKeys;
  /** The operator's address for push services (RFC 8292), mailto: or https:. */
  contact: string;
  /** ms since epoch. */
  now: () => number;
  /** Called when the push service says that the subscription is gone. */
  onGone: (endpoint: string) => void;
  /** For tests: push services on this machine. */
  loopback?: boolean;
  /** How long a push service may take, in ms. */
  timeoutMs?: number;
  /** A push service that takes longer is slow, in ms. */
  soonMs?: number;
}

export interface Pusher {
  /**
   * Sends a text, encrypted for the browser. There is no retry: the app loads the message when it opens. The push of a
   * call is urgent and expires with the ring. `write` returns the text. It is called at once, and only if the push is
   * sent.
   */
  push(
    subscription: Pick<Subscription, "userID" | "endpoint" | "p256dh" | "auth">,
    write: () => string,
    isCall?: boolean,
  ): void;
  /** Drops the waiting pushes and ends the requests. */
  close(): void;
}

/** Pushes that wait. Further ones are dropped. */
const maxWaiting = 5000;
const maxAtOnce = 32;
/** The same to the devices of one user, who may name services that never answer. */
const maxWaitingOfUser = 250;
const maxAtOnceOfUser = 4;
/** The same to all users whose services were slow in the last ten minutes. They do not count in `maxAtOnce`. */
const maxAtOnceToSlow = 8;
const slowForMs = 10 * 60_000;
const maxSlowUsers = 10_000;
/** Bytes of a text. Push services take 4096 after encryption. */
const maxBytes = 3000;
/** How long a push service keeps a push for a device that is off, in seconds. */
const lifetime = { message: 24 * 60 * 60, call: 30 };
/** Rate of pushes to one device, so that a flood of messages does not become a flood of notifications. */
const deviceRate: Rate = { burst: 30, perMinute: 20 };
const maxDevices = 10_000;
const logIntervalMs = 60_000;

/**
 * Sends Web Pushes (RFC 8030, 8291, 8292). A client chooses the address, so it is checked again, only public
 * addresses are called, and redirects are not followed.
 */
export function createPusher({
  keys,
  contact,
  now,
  onGone,
  loopback = false,
  timeoutMs = 10_000,
  soonMs = 2000,
}: PusherOptions): Pusher {
  const waiting: { userID: string; endpoint: URL; send: () => Promise<number> }[] = [];
  const activeOf = new Map<string, number>();
  /** Until when a user's pushes count as slow, ms since epoch. */
  const slowUntil = new Map<string, number>();
  const running = new AbortController();
  const buckets = createBuckets(now, maxDevices);
  const lookup = publicOnly();
  const active = { prompt: 0, slow: 0 };
  let loggedAt = Number.NEGATIVE_INFINITY;

  function report(line: string): void {
    if (now() - loggedAt < logIntervalMs) return;
    loggedAt = now();
    warn(line);
  }

  function send(
    endpoint: URL,
    { p256dh, auth }: { p256dh: string; auth: string },
    text: string,
    isCall: boolean,
  ) {
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint: endpoint.href, keys: { p256dh, auth } },
      text,
      {
        TTL: isCall ? lifetime.call : lifetime.message,
        contentEncoding: "aes128gcm",
        vapidDetails: { subject: contact, ...keys },
      },
    );
    return new Promise<number>((resolve, reject) => {
      const request = (endpoint.protocol === "https:" ? requestHttps : requestHttp)(
        endpoint,
        {
          method: "POST",
          headers: { ...headers, Urgency: isCall ? "high" : "normal" },
          agent: false,
          signal: AbortSignal.any([running.signal, AbortSignal.timeout(timeoutMs)]),
          ...(!(loopback && isLoopbackHost(endpoint)) && { lookup }),
        },
        (response) => {
          // This server does not need the body.
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  function count(userID: string, change: 1 | -1): void {
    const ofUser = (activeOf.get(userID) ?? 0) + change;
    if (ofUser > 0) activeOf.set(userID, ofUser);
    else activeOf.delete(userID);
  }

  const isSlow = (userID: string) => (slowUntil.get(userID) ?? 0) > now();

  function noteSlow(userID: string): void {
    slowUntil.delete(userID);
    slowUntil.set(userID, now() + slowForMs);
    const [oldest] = slowUntil.keys();
    if (slowUntil.size > maxSlowUsers && oldest !== undefined) slowUntil.delete(oldest);
  }

  const mayStart = (userID: string) =>
    (activeOf.get(userID) ?? 0) < maxAtOnceOfUser &&
    (isSlow(userID) ? active.slow < maxAtOnceToSlow : active.prompt < maxAtOnce);

  /** Counts a push that runs, and returns what to call at its end. */
  function begin(userID: string): () => void {
    let pace: keyof typeof active = isSlow(userID) ? "slow" : "prompt";
    count(userID, 1);
    active[pace] += 1;
    const timer = setTimeout(() => {
      active[pace] -= 1;
      pace = "slow";
      active[pace] += 1;
      noteSlow(userID);
      next();
    }, soonMs);
    return () => {
      clearTimeout(timer);
      count(userID, -1);
      active[pace] -= 1;
    };
  }

  function next(): void {
    for (;;) {
      const at = waiting.findIndex(({ userID }) => mayStart(userID));
      const [job] = at < 0 ? [] : waiting.splice(at, 1);
      if (job === undefined) return;
      const end = begin(job.userID);
      job
        .send()
        .then((status) => {
          if (status === 404 || status === 410) onGone(job.endpoint.href);
          else if (status >= 300) report(`the push service ${job.endpoint.host} answered ${status}`);
        })
        .catch((error: unknown) => {
          if (running.signal.aborted) return;
          const reason = error instanceof Error ? error.message : String(error);
          report(`the push service ${job.endpoint.host} was not reached: ${reason}`);
        })
        .finally(() => {
          end();
          next();
        });
    }
  }

  return {
    push: (subscription, write, isCall = false) => {
      const endpoint = readEndpoint(subscription.endpoint, loopback);
      if (endpoint === undefined || running.signal.aborted) return;
      const { userID } = subscription;
      const waitingOfUser = waiting.filter((job) => job.userID === userID).length;
      if (waiting.length >= maxWaiting || waitingOfUser >= maxWaitingOfUser)
        return report("too many pushes wait: some are dropped");
      if (buckets.take(subscription.endpoint, deviceRate) > 0) return;
      const text = write();
      if (Buffer.byteLength(text) > maxBytes) return;
      // A key that is no point of the curve fails here, inside the promise.
      waiting.push({ userID, endpoint, send: async () => send(endpoint, subscription, text, isCall) });
      next();
    },
    close: () => {
      waiting.length = 0;
      running.abort();
    },
  };
}
