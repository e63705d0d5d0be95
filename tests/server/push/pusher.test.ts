// @vitest-environment node
import { afterEach, expect, it } from "vitest";
import webPush from "web-push";
import { createPusher, type Pusher } from "../../../server/push/pusher.ts";
import { eventually } from "../support/eventually.ts";
import { type PushedBrowser, type PushService, startPushService } from "../support/push-service.ts";

const keys = webPush.generateVAPIDKeys();
const forever = 2 ** 31 - 1;
let time = 1_800_000_000_000;
let service: PushService;
let pusher: Pusher;

async function start(soonMs: number) {
  service = await startPushService(() => keys.publicKey);
  const contact = "mailto:operator@parley.example";
  const options = { keys, contact, now: () => time, onGone: () => {}, loopback: true };
  pusher = createPusher({ ...options, timeoutMs: forever, soonMs });
}
afterEach(async () => {
  pusher.close();
  await service.close();
});

const push = (userID: string, { subscription }: PushedBrowser) =>
  pusher.push({ userID, ...subscription }, () => "{}");

/** Pushes to devices whose services never answer, eight of each user. */
function flood(...users: readonly string[]): void {
  for (const userID of users) {
    for (let count = 0; count < 8; count += 1) {
      const device = service.browser();
      device.hangs = true;
      push(userID, device);
    }
  }
}
const crowd = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i}`);

it("11-25 reaches other users while the services of eight users never answer", async () => {
  await start(20);
  flood(...crowd("mallory", 8));
  const browser = service.browser();
  push("carol", browser);
  await eventually(() => expect(browser.received).toHaveLength(1));
});

it("11-25 gives users of slow services few connections, until ten minutes after the last slow push", async () => {
  await start(20);
  const hanging = service.browser();
  hanging.hangs = true;
  push("dora", hanging);
  flood(...crowd("mallory", 8));
  /** A push to a new user arrives. Earlier users may seem slow on a busy machine. */
  let people = 0;
  const reached = async () => {
    const browser = service.browser();
    people += 1;
    push(`carol-${people}`, browser);
    await eventually(() => expect(browser.received).toHaveLength(1));
  };
  // It is sent as soon as the first of these pushes is slow: Dora's.
  await reached();
  const waiting = service.browser();
  push("dora", waiting);
  await reached();
  expect(waiting.received).toEqual([]);
  time += 10 * 60_000 + 1;
  await reached();
  await eventually(() => expect(waiting.received).toHaveLength(1));
});
