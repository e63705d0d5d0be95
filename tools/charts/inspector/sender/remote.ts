/** Sends the events of an app's actors to the server of `inspect`. Runs in browsers and in Node. */
import type * as api from "../../sender.d.ts";
import { type InspectionMessage, newID, PROTOCOL_VERSION } from "../messages.ts";
import { hidesSecrets } from "./redaction.ts";
import { createSender, type Sender } from "./sender.ts";

/** Milliseconds. */
const HEARTBEAT = 5000;
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 30_000;
/** Maximum batches that wait while one is on its way. A batch has at most 400 messages. */
const WAITING = 100;

export const createInspector: typeof api.createInspector = ({ name, port = 4973, hides } = {}) => {
  const id = newID();
  const prefix = `${id}/`;
  const sender = createSender({
    prefix,
    redaction: {
      hidesText: (text, field, within) =>
        hidesSecrets.hidesText(text, field, within) || (hides?.(text, field, within) ?? false),
      hidesObject: () => false,
    },
    withDefinitions: true,
    now: () => performance.timeOrigin + performance.now(),
    soon: (callback) => void setTimeout(callback, 16),
  });
  const isPage = typeof document !== "undefined";
  const app = { name: name ?? (isPage ? location.host : "app"), isPage };
  const address = `http://127.0.0.1:${port}/apps/${id}`;
  if (isPage) addEventListener("pagehide", () => navigator.sendBeacon(`${address}/closed`));
  else process.once("beforeExit", () => void post(`${address}/closed`, ""));
  void deliver(sender, { address, prefix, app });
  return sender.inspect;
};

interface Target {
  address: string;
  prefix: string;
  app: { name: string; isPage: boolean };
}

/** Connects, and again after the server is gone. The timers do not keep a process of Node alive. */
async function deliver(sender: Sender, target: Target): Promise<never> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
    if (await post(target.address, JSON.stringify(target.app))) {
      await sendAll(sender, target);
      pause = FIRST_PAUSE;
    }
    await new Promise<void>((resolve) => loosely(resolve, pause));
  }
}

/** Sends everything from the beginning, until the server does not take it. */
async function sendAll(sender: Sender, { address, prefix }: Target): Promise<void> {
  let waiting: (readonly InspectionMessage[])[] = [];
  let lost = 0;
  let wake = () => {};
  const stop = sender.watch((messages) => {
    if (waiting.length < WAITING) waiting.push(messages);
    else lost += messages.length;
    wake();
  });
  for (let isTaken = true; isTaken; ) {
    if (waiting.length === 0)
      await new Promise<void>((resolve) => {
        const timer = loosely(resolve, HEARTBEAT);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const [messages = [], ...rest] = waiting;
    waiting = rest;
    const loss = lost > 0 && rest.length === 0 ? [lossOf(prefix, lost)] : [];
    if (loss.length > 0) lost = 0;
    isTaken = await post(`${address}/messages`, JSON.stringify([...messages, ...loss]));
  }
  stop();
}

function lossOf(prefix: string, count: number): InspectionMessage {
  const createdAt = String(Date.now());
  return {
    type: "charts.loss",
    sessionId: prefix,
    rootId: prefix,
    createdAt,
    _version: PROTOCOL_VERSION,
    count,
  };
}

/** Returns whether the server took it. */
async function post(address: string, body: string): Promise<boolean> {
  try {
    // Text, because a browser asks the server before it sends JSON to another origin.
    const headers = { "Content-Type": "text/plain" };
    const answer = await fetch(address, { method: "POST", credentials: "omit", headers, body });
    return answer.ok;
  } catch {
    return false;
  }
}

function loosely(callback: () => void, milliseconds: number) {
  const timer = setTimeout(callback, milliseconds);
  // A number in browsers.
  if (typeof timer === "object") timer.unref();
  return timer;
}
