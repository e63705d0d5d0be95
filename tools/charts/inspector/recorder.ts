import { createInbox } from "./inbox.ts";
import type { Link } from "./link.ts";
import { newID, type PlainEvent } from "./messages.ts";
import { isOtherVersion, type RecordingFile, readChannel, readMessage, readRecording } from "./reading.ts";
import { closing, Recording, recordingOf } from "./recording.ts";

/** Why the last recording was not opened: a text of the inspector. */
export type Problem = "broken" | "otherVersion" | "notOpened";

/** Listens to every inspected page of this browser and to the page that opened this one, or shows a file. */
export interface Recorder {
  /** The recording that is shown. Opening or closing a file replaces it. */
  recording(): Recording;
  /** Increases with each change. Listeners are called at most once a frame. */
  version(): number;
  subscribe(changed: () => void): () => void;
  isFile(): boolean;
  problem(): Problem | null;
  dismissProblem(): void;
  /** Returns whether it is a recording. */
  openFile(text: string): boolean;
  /**
   * Opens the recording that the page begins with. `fetchText` returns null if there is none. Later calls do nothing:
   * the user may have closed it.
   */
  openFirst(fetchText: () => Promise<string | null>): void;
  clear(): void;
  /** Closes the file and listens again. */
  listen(): void;
  exportFile(): string;
  /** Sends an event to a page in development as if its user had caused it. */
  act(sessionId: string, event: PlainEvent): void;
}

/**
 * The viewer's side of @statelyai/inspect: announces the inspector to the page that opened or framed it. That page
 * may be any site, so its name is its origin.
 */
const STOCK_PHONE = "opener";

export function createRecorder(page: Window, link: Link): Recorder {
  const inspector = newID();
  const { post } = link;
  const listeners = new Set<() => void>();
  let recording = new Recording();
  let isFile = false;
  let problem: Problem | null = null;
  let version = 0;
  let hasAsked = false;
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

  // Not in animation frames, because a background tab has none.
  const turns = new MessageChannel();
  const inbox = createInbox<unknown>({
    take(phone, one) {
      const message = readMessage(one);
      if (message) recording.add(phone, message);
      changed();
    },
    lose(_phone, count) {
      recording.lose(count);
      changed();
    },
    now: () => performance.now(),
    soon(callback) {
      turns.port1.onmessage = callback;
      turns.port2.postMessage(null);
    },
  });

  const hear = (data: unknown) => {
    const heard = readChannel(data);
    if (!heard || isFile) return;
    if (heard.kind === "opened") return post({ kind: "hello", inspector });
    // Queued, so that it follows the page's earlier messages.
    if (heard.kind === "closed") inbox.put(heard.phone, closing(heard.phone, Date.now()));
    if (heard.kind === "phone" && heard.to === inspector) recording.meet(heard.phone);
    if (heard.kind === "messages" && heard.to === inspector)
      for (const one of heard.messages) inbox.put(heard.phone, one);
    changed();
  };

  const opener: unknown = page.opener ?? (page.parent === page ? null : page.parent);
  page.addEventListener("message", ({ data, source, origin }) => {
    if (source !== opener || source === null || isFile) return;
    if (!recording.phones.has(STOCK_PHONE))
      recording.meet({ id: STOCK_PHONE, name: origin || STOCK_PHONE, takesEvents: false });
    inbox.put(STOCK_PHONE, data);
  });
  page.addEventListener("pagehide", () => post({ kind: "goodbye", inspector }));

  const listen = () => {
    inbox.clear();
    recording = new Recording();
    isFile = false;
    problem = null;
    post({ kind: "hello", inspector });
    if (opener) (page.opener ?? page.parent).postMessage({ type: "@statelyai.connected" }, "*");
    changed();
  };
  link.listen(hear, () => {
    if (isFile) return;
    inbox.clear();
    recording = new Recording();
    changed();
  });
  listen();

  const openFile = (text: string): boolean => {
    const read = readRecording(text);
    if (!read) {
      problem = isOtherVersion(text) ? "otherVersion" : "broken";
      changed();
      return false;
    }
    problem = null;
    post({ kind: "goodbye", inspector });
    inbox.clear();
    recording = recordingOf(read);
    isFile = true;
    changed();
    return true;
  };

  return {
    recording: () => recording,
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isFile: () => isFile,
    problem: () => problem,
    dismissProblem() {
      problem = null;
      changed();
    },
    openFile,
    openFirst(fetchText) {
      if (hasAsked) return;
      hasAsked = true;
      void fetchText().then((text) => {
        if (text === null || openFile(text)) return;
        problem = "notOpened";
        changed();
      });
    },
    clear() {
      inbox.clear();
      recording.clear();
      problem = null;
      changed();
    },
    listen,
    exportFile() {
      const { messages, marks } = recording.whole();
      const file: RecordingFile = {
        format: "charts-recording",
        version: 1,
        exported: new Date().toISOString(),
        phones: [...recording.phones.values()],
        messages: messages.map(({ phone, message }) => ({ phone, ...message })),
        ...(marks.length > 0 && { marks }),
      };
      return JSON.stringify(file);
    },
    act: (sessionId, event) => post({ kind: "act", sessionId, event }),
  };
}
