import type { EventObject } from "xstate";
import type { FileToSave } from "../../../../machines/domain/download.ts";
import { type DownloadsEvent, downloadsMachine } from "../../../../machines/media/downloads.ts";
import { ANNA, aMessage, aWorld, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Facts, Row } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const CHAT = singleChatID(ANNA);

const DOWNLOADS = ["session", "signedIn", "downloads"] as const;

const PLAN = file("plan", "plan.pdf", 2048);
const NOTES = file("notes", "notes.html", 0);
const LABELS: Readonly<Record<string, string>> = { plan: "plan.pdf, 2.0 KB", notes: "notes.html" };

/**
 * The expected state, computed from the labels alone: the requested files in order, the share of the first,
 * and the results of the others.
 */
interface Ledger {
  asked: string[];
  share: number;
  ends: Record<string, string>;
}

const START: Ledger = { asked: [], share: 0, ends: {} };
const { read, at, remember } = ledgerFrom(START);

export const downloadsModel: ChartModel<typeof downloadsMachine> = {
  chart: "downloads",
  machine: downloadsMachine,
  input: undefined,
  events: {
    "user.download plan": { type: "user.download", file: PLAN },
    "user.download notes": { type: "user.download", file: NOTES },
    "user.cancelDownload the first": (_, around) => givingUp(read(around).asked[0]),
    "user.cancelDownload the second": (_, around) => givingUp(read(around).asked[1]),
    "download.progress": { type: "download.progress", share: 0.4 },
    "download.saved": { type: "download.saved" },
    "download.left": { type: "download.left" },
    "download.failed": { type: "download.failed", failure: "network" },
  },
  answers: {},
  key: ({ context: { files, share, outcomes } }) =>
    [files.map(({ clientMsgID }) => clientMsgID).join(), share, JSON.stringify(outcomes)].join(" "),
  around: remember(after),
  // A download that is not running sends no events.
  cannot(label, around) {
    const { asked } = read(around);
    return !label.startsWith("user.") && asked.length === 0;
  },
  evenIgnored: ["user.download plan"],
  isRest: ({ value }) => value === "idle",

  opens: () => ({ world: aWorld({ messages: [PLAN, NOTES].map(messageOf) }) }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, ...DOWNLOADS),
  calls: {},
  tells: ["files.download"],
  press: {
    "user.download plan": pressing("plan"),
    "user.download notes": pressing("notes"),
    "user.cancelDownload the first": (event, stage) => pressCancel(event, stage),
    "user.cancelDownload the second": (event, stage) => pressCancel(event, stage),
  },
  reads: ({ value, context: { files, share, outcomes } }) => ({
    state: value,
    asked: files.map(({ clientMsgID }) => clientMsgID),
    share,
    ends: outcomes,
  }),
  rows: {
    idle: ({ step }) => ({
      reads: known("idle", step?.around),
      holds: { downloads: [] },
      sees: expectations(step),
    }),
    downloading: ({ step }): Row => {
      const { asked } = at(step);
      const [first = ""] = asked;
      return {
        asks: [["files.download", first === "plan" ? PLAN : NOTES]],
        reads: known("downloading", step?.around),
        holds: { downloads: [first] },
        sees: expectations(step),
      };
    },
  },
  leads: {
    idle: { "user.download plan": "downloading", "user.download notes": "downloading" },
    downloading: {
      "user.download plan": asking("plan"),
      "user.download notes": asking("notes"),
      "user.cancelDownload the first": goesOn,
      "user.cancelDownload the second": STAYS,
      "download.progress": STAYS,
      "download.saved": goesOn,
      "download.left": goesOn,
      "download.failed": goesOn,
    },
  },
  excused: helpersDoNotFail("download"),
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "the page is hidden": ({ ports }) => ports.emit.page({ type: "page.hidden" }),
  },
};

type Around = { around: string } | null;

function goesOn(_: unknown, around: string): string {
  return read(around).asked.length > 1 ? "downloading" : "idle";
}

function asking(id: string) {
  return (_: unknown, around: string): string | null => (read(around).asked.includes(id) ? null : STAYS);
}

function givingUp(clientMsgID: string | undefined): DownloadsEvent | null {
  return clientMsgID === undefined ? null : { type: "user.cancelDownload", clientMsgID };
}

function pressCancel(event: EventObject, stage: Stage): Promise<void> {
  const name = "clientMsgID" in event && event.clientMsgID === "plan" ? PLAN.fileName : NOTES.fileName;
  return press(`button: Cancel download of ${name}`)(event, stage);
}

function file(clientMsgID: string, fileName: string, bytes: number): FileToSave {
  return { clientMsgID, fileName, bytes, url: `https://im.example/${fileName}` };
}

function messageOf({ clientMsgID, fileName, bytes, url }: FileToSave, index: number) {
  return aMessage({
    clientMsgID,
    seq: index + 1,
    sendTime: NOON - 600_000 + index,
    content: { type: "file", fileName, file: { url, bytes } },
  });
}

function pressing(id: string) {
  return async (event: EventObject, stage: Stage) => {
    const outcome: unknown = childOf(stage.app, ...DOWNLOADS)?.getSnapshot().context.outcomes[id];
    const verb = outcome === undefined ? "Download " : outcome === "saved" ? "Saved " : "Retry download of ";
    await press(`link: ${verb}${LABELS[id]}`)(event, stage);
  };
}

function after({ asked, share, ends }: Ledger, label: string): Ledger {
  const [verb, id = ""] = label.split(" ");
  const [first = "", ...others] = asked;
  switch (verb) {
    case "user.download": {
      if (asked.includes(id)) return { asked, share, ends };
      const { [id]: _, ...rest } = ends;
      return { asked: [...asked, id], share: asked.length === 0 ? 0 : share, ends: rest };
    }
    case "user.cancelDownload":
      return label.endsWith("the first")
        ? { asked: others, share: others.length > 0 ? 0 : share, ends }
        : { asked: [first], share, ends };
    case "download.progress":
      return { asked, share: 0.4, ends };
    case "download.left":
      return { asked: others, share: others.length > 0 ? 0 : share, ends };
    default: {
      const outcome = verb === "download.saved" ? "saved" : "network";
      return { asked: others, share: others.length > 0 ? 0 : share, ends: { ...ends, [first]: outcome } };
    }
  }
}

function known(state: string, around = ""): Facts {
  return { state, ...read(around) };
}

function expectations(step: Around): string[] {
  const { asked, share, ends } = at(step);
  return Object.entries(LABELS).flatMap(([id, label]) => {
    const place = asked.indexOf(id);
    const cancel = `button: Cancel download of ${label.split(",")[0]}`;
    if (place > 0) return ["text: Waiting", cancel];
    if (place === 0) {
      const percent = Math.round(share * 100);
      return [cancel, id === "plan" ? `text: ${percent}% of 2.0 KB` : `text: ${percent}%`];
    }
    if (ends[id] === "saved") return [`link: Saved ${label}`, `!${cancel}`];
    if (ends[id]) return [`link: Retry download of ${label}`, `!${cancel}`];
    return [`link: Download ${label}`, `!${cancel}`];
  });
}
