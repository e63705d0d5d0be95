import { CHANNEL, type ChannelMessage, newID, type PlainEvent } from "./messages.ts";
import { type HeardPhone, type RecordingFile, readChannel, readMessage, readRecording } from "./reading.ts";
import { Recording } from "./recording.ts";

/** Listens to every inspected page of this browser, and to whoever opened this one; or shows a file. */
export interface Recorder {
  /** The recording that is shown; another one once a file was opened or everything was forgotten. */
  recording(): Recording;
  /** Counts changes, for who draws. Told at most once a frame. */
  version(): number;
  subscribe(changed: () => void): () => void;
  /** Whether a file is shown. */
  isFile(): boolean;
  /** False where `text` is no recording. */
  openFile(text: string): boolean;
  /** Forgets what has happened. */
  clear(): void;
  /** Leaves a file, and listens. */
  listen(): void;
  /** Everything heard, as a file's text. */
  exportFile(): string;
  /** Has a page under development send an event of its person. */
  act(sessionId: string, event: PlainEvent): void;
}

/** The viewer's side of @statelyai/inspect: whoever opened this page, or framed it, is told that it is there. */
const STOCK_PHONE: HeardPhone = { id: "opener", name: "opener", takesEvents: false };

/** Listens as long as the page lives. */
export function createRecorder(page: Window): Recorder {
  const inspector = newID();
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: ChannelMessage) => channel.postMessage(message);
  const listeners = new Set<() => void>();
  let recording = new Recording();
  let isFile = false;
  let version = 0;
  let isAsked = false;

  const changed = () => {
    if (isAsked) return;
    isAsked = true;
    page.requestAnimationFrame(() => {
      isAsked = false;
      version += 1;
      for (const listener of [...listeners]) listener();
    });
  };

  channel.onmessage = ({ data }) => {
    const heard = readChannel(data);
    if (!heard || isFile) return;
    if (heard.kind === "opened") return post({ kind: "hello", inspector });
    if (heard.kind === "closed") recording.close(heard.phone, Date.now());
    if (heard.kind === "phone" && heard.to === inspector) recording.meet(heard.phone);
    if (heard.kind === "messages" && heard.to === inspector)
      for (const one of heard.messages) {
        const message = readMessage(one);
        if (message) recording.add(heard.phone, message);
      }
    changed();
  };

  const opener: unknown = page.opener ?? (page.parent === page ? null : page.parent);
  page.addEventListener("message", ({ data, source }) => {
    const message = source === opener && source !== null ? readMessage(data) : null;
    if (!message || isFile) return;
    if (!recording.phones.has(STOCK_PHONE.id)) recording.meet(STOCK_PHONE);
    recording.add(STOCK_PHONE.id, message);
    changed();
  });
  page.addEventListener("pagehide", () => post({ kind: "goodbye", inspector }));

  const listen = () => {
    recording = new Recording();
    isFile = false;
    post({ kind: "hello", inspector });
    if (opener) (page.opener ?? page.parent).postMessage({ type: "@statelyai.connected" }, "*");
    changed();
  };
  listen();

  return {
    recording: () => recording,
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isFile: () => isFile,
    openFile(text) {
      const read = readRecording(text);
      if (!read) return false;
      post({ kind: "goodbye", inspector });
      recording = new Recording();
      isFile = true;
      for (const phone of read.phones) recording.phones.set(phone.id, { ...phone, takesEvents: false });
      for (const { phone, message } of read.messages) recording.add(phone, message);
      changed();
      return true;
    },
    clear() {
      recording.clear();
      changed();
    },
    listen,
    exportFile() {
      const file: RecordingFile = {
        format: "parley-recording",
        version: 1,
        exported: new Date().toISOString(),
        phones: [...recording.phones.values()],
        messages: recording.whole().map(({ phone, message }) => ({ phone, ...message })),
      };
      return JSON.stringify(file);
    },
    act: (sessionId, event) => post({ kind: "act", sessionId, event }),
  };
}
