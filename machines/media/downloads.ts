import { assign, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { DownloadEvent, FileToSave, Outcome } from "../domain/download.ts";
import type { FailureCode } from "../domain/failure.ts";
import { ownValue } from "../domain/own-value.ts";
import { stream } from "../ports/stub.ts";

/** Downloads files one after another, in request order. Downloads continue on every screen. */

export type DownloadsEvent =
  | DownloadEvent
  /** Also retries a failed download, or downloads a saved file again. */
  | { type: "user.download"; file: FileToSave }
  | { type: "user.cancelDownload"; clientMsgID: string };

export interface DownloadsContext {
  /** The first one is being downloaded. */
  files: readonly FileToSave[];
  /** Progress of the first download, from 0 to 1. */
  share: number;
  /** Results of finished downloads, by clientMsgID. */
  outcomes: Readonly<Record<string, Outcome>>;
}

export const downloadsMachine = setup({
  types: {
    context: {} as DownloadsContext,
    events: {} as DownloadsEvent,
    meta: {} as RuleMeta,
  },
  actors: { download: stream<DownloadEvent, FileToSave>("download") },
  actions: {
    enqueue: assign(({ context }, { file }: { file: FileToSave }) => ({
      files: [...context.files, file],
      outcomes: without(context.outcomes, file),
    })),
    drop: assign(({ context }, { clientMsgID }: { clientMsgID: string }) => ({
      files: context.files.filter((file) => file.clientMsgID !== clientMsgID),
    })),
    setShare: assign((_, { share }: { share: number }) => ({ share })),
    begin: assign({ share: 0 }),
    end: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      files: context.files.slice(1),
      outcomes: { ...context.outcomes, [first(context).clientMsgID]: outcome },
    })),
    leave: assign(({ context }) => ({ files: context.files.slice(1) })),
    reportFailure: log(({ event }) => `downloads: ${event.type}`),
  },
  guards: {
    isAskedFor: ({ context }, { file }: { file: FileToSave }) =>
      context.files.some(({ clientMsgID }) => clientMsgID === file.clientMsgID),
    isFirst: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
      context.files[0]?.clientMsgID === clientMsgID,
    isWaiting: ({ context }) => context.files.length > 0,
  },
}).createMachine({
  id: "downloads",
  context: { files: [], share: 0, outcomes: {} },
  initial: "idle",
  states: {
    idle: {
      on: {
        "user.download": {
          target: "downloading",
          actions: { type: "enqueue", params: ({ event }) => event },
        },
      },
    },
    downloading: {
      description: "Leaving this state cancels the download.",
      meta: { rule: "3-77" },
      entry: "begin",
      invoke: {
        id: "download",
        src: "download",
        input: ({ context }) => first(context),
        onError: {
          target: "next",
          actions: [{ type: "end", params: { outcome: "unknown" } }, "reportFailure"],
        },
      },
      on: {
        "download.progress": { actions: { type: "setShare", params: ({ event }) => event } },
        "download.saved": { target: "next", actions: { type: "end", params: { outcome: "saved" } } },
        "download.left": { target: "next", actions: "leave" },
        "download.failed": {
          target: "next",
          actions: { type: "end", params: ({ event }) => ({ outcome: event.failure }) },
        },
        "user.download": [
          { guard: { type: "isAskedFor", params: ({ event }) => event } },
          { actions: { type: "enqueue", params: ({ event }) => event } },
        ],
        "user.cancelDownload": [
          {
            guard: { type: "isFirst", params: ({ event }) => event },
            target: "next",
            actions: { type: "drop", params: ({ event }) => event },
          },
          { actions: { type: "drop", params: ({ event }) => event } },
        ],
      },
    },
    next: {
      always: [{ guard: "isWaiting", target: "downloading" }, { target: "idle" }],
    },
  },
});

export type DownloadState = "waiting" | "downloading" | "saved" | "failed";

/** Returns the download state of a message's file; null without a download. */
export function downloadStateOf(
  { files, outcomes }: DownloadsContext,
  clientMsgID: string,
): DownloadState | null {
  const place = files.findIndex((file) => file.clientMsgID === clientMsgID);
  if (place >= 0) return place === 0 ? "downloading" : "waiting";
  const outcome = ownValue(outcomes, clientMsgID);
  if (outcome === undefined) return null;
  return outcome === "saved" ? "saved" : "failed";
}

export function downloadFailureOf({ outcomes }: DownloadsContext, clientMsgID: string): FailureCode | null {
  const outcome = ownValue(outcomes, clientMsgID);
  return outcome === undefined || outcome === "saved" ? null : outcome;
}

function without(outcomes: DownloadsContext["outcomes"], { clientMsgID }: FileToSave) {
  return Object.fromEntries(Object.entries(outcomes).filter(([id]) => id !== clientMsgID));
}

function first({ files: [file] }: DownloadsContext): FileToSave {
  if (!file) throw new Error("No file to download");
  return file;
}
