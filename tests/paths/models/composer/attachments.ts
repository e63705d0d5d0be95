import { fireEvent } from "@testing-library/react";
import { attachmentsMachine } from "../../../../machines/composer/attachments.ts";
import type { OwnFile } from "../../../../machines/domain/outgoing-attachment.ts";
import { ANNA, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const NOTES = new File(["words"], "notes.txt", { type: "text/plain" });
const MORE = new File(["more words"], "more.txt", { type: "text/plain" });
/** From another app (11-57). */
const SHARED = new File(["shared words"], "shared.txt", { type: "text/plain" });
const ANOTHER = new File(["other shared words"], "another.txt", { type: "text/plain" });
const FILES: Readonly<Record<string, File>> = {
  [NOTES.name]: NOTES,
  [MORE.name]: MORE,
  [SHARED.name]: SHARED,
  [ANOTHER.name]: ANOTHER,
};
const IDS: Readonly<Record<string, string>> = {
  [NOTES.name]: "1".padStart(32, "0"),
  [MORE.name]: "2".padStart(32, "0"),
  [SHARED.name]: "1".padStart(32, "0"),
  [ANOTHER.name]: "2".padStart(32, "0"),
};

const fileOf = ({ name, type: mime, size: bytes }: File): OwnFile => ({
  type: "file",
  name,
  mime,
  bytes,
  preview: "blob:kept",
});

/** The expected state from the labels alone: names of waiting, picked and refused files, and the caption. */
interface Ledger {
  attached: number;
  waiting: string[];
  picked: string[];
  refused: string[];
  caption: string;
}
const START: Ledger = { attached: 0, waiting: [], picked: [], refused: [], caption: "" };
const { read, at, remember } = ledgerFrom(START);

function after(ledger: Ledger, label: string): Ledger {
  const { attached, waiting, picked, refused } = ledger;
  const [current = "", ...others] = waiting;
  const add = (name: string) => ({ ...ledger, attached: attached + 1, waiting: [...waiting, name] });
  const changed: Readonly<Record<string, Ledger>> = {
    "user.attach": add(NOTES.name),
    "user.attach more": add(MORE.name),
    "attachments.add": add(SHARED.name),
    "attachments.add another": add(ANOTHER.name),
    "user.describe": { ...ledger, caption: "Read this" },
    "prepareFile done": { ...ledger, waiting: others, picked: [...picked, current] },
    "prepareFile failed (fileEmpty)": { ...ledger, waiting: others, refused: [...refused, current] },
    "user.removeAttached": refused.length > 0 ? { ...ledger, picked: [] } : { ...START, attached },
    "user.sendAttached": { ...START, attached },
    "user.discardAttached": { ...START, attached },
  };
  return changed[label] ?? ledger;
}

export const attachmentsModel: ChartModel<typeof attachmentsMachine> = {
  chart: "attachments",
  machine: attachmentsMachine,
  input: {
    conversationID: CHAT,
    userID: ME,
    outbox: ignoringParent,
    clock: { newID: () => "id", now: () => NOON },
  },
  events: {
    "user.attach": (_, around) =>
      read(around).attached === 0 ? { type: "user.attach", files: [NOTES], asFile: true } : null,
    "user.attach more": ({ value }, around) =>
      read(around).attached === 1 && value !== "closed"
        ? { type: "user.attach", files: [MORE], asFile: false }
        : null,
    "attachments.add": (_, around) =>
      read(around).attached === 0 ? { type: "attachments.add", files: [SHARED] } : null,
    "attachments.add another": ({ value }, around) =>
      read(around).attached === 1 && value !== "closed"
        ? { type: "attachments.add", files: [ANOTHER] }
        : null,
    "attachments.add nothing": (_, around) =>
      read(around).attached === 0 ? { type: "attachments.add", files: [] } : null,
    "user.attach nothing": { type: "user.attach", files: [], asFile: true },
    "user.describe": (_, around) => {
      const { caption, picked, waiting } = read(around);
      return caption === "" && picked.length + waiting.length > 0
        ? { type: "user.describe", text: "Read this" }
        : null;
    },
    // All ids are the same in the traversal, so removing one of two files would remove both.
    "user.removeAttached": (_, around) =>
      read(around).picked.length === 1 ? { type: "user.removeAttached", clientMsgID: "id" } : null,
    "user.sendAttached": { type: "user.sendAttached" },
    "user.discardAttached": { type: "user.discardAttached" },
  },
  answers: {
    prepareFile: {
      done: { "": ({ context }) => fileOf(context.waiting[0]?.file ?? NOTES) },
      failed: ["fileEmpty"],
    },
  },
  key: ({ context: { waiting, picked, refused, caption } }) =>
    [waiting.length, picked.length, refused.length, caption].join(),
  around: remember(after),
  evenIgnored: ["user.attach nothing", "attachments.add nothing"],
  isRest: ({ value }) => value === "closed",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => ports.hold("im.sendMessage", "im.createMessage"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "attachments"),
  calls: { prepareFile: "files.prepare" },
  tells: ["storage.dropBytes", "outbox <- outbox.attach"],
  logged: ["prepareFile"],
  stimuli: {
    "attachments.add": (stage) => share(stage, [SHARED]),
    "attachments.add another": (stage) => share(stage, [ANOTHER]),
    "attachments.add nothing": (stage) => share(stage, []),
    "user.removeAttached": ({ app }) => {
      const attaching = childOf(app, "session", "signedIn", "conversation", "attachments");
      const [picked] = attaching?.getSnapshot().context.picked ?? [];
      attaching?.send({ type: "user.removeAttached", clientMsgID: picked?.clientMsgID });
    },
  },
  press: {
    "user.attach": (_, stage) => choose(stage, [NOTES]),
    "user.attach more": (_, stage) => paste(stage, [MORE]),
    "user.describe": type("Add a message", "Read this"),
    "user.removeAttached": (event, stage) => {
      const attaching = childOf(stage.app, "session", "signedIn", "conversation", "attachments");
      const [picked] = attaching?.getSnapshot().context.picked ?? [];
      return press(`button: Remove ${picked?.attachment.name}`)(event, stage);
    },
    "user.sendAttached": press("button in dialog: Send"),
    "user.discardAttached": (_, stage) =>
      stage.act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" })),
  },
  pressable: (label, { value }, around) =>
    label === "user.attach nothing"
      ? false
      : label === "user.sendAttached"
        ? value !== "closed" && read(around).waiting.length === 0 && read(around).picked.length > 0
        : label === "user.discardAttached"
          ? value !== "closed"
          : label === "user.removeAttached"
            ? read(around).waiting.length === 0
            : true,
  reads: ({ context: { picked, refused, caption, isOver } }) => ({
    picked: picked.map(({ attachment }) => ("name" in attachment ? attachment.name : "")).join(),
    refused: refused.map(({ name, failure }) => `${name} ${failure}`).join(),
    caption,
    isOver,
  }),
  rows: {
    closed: {
      reads: { picked: "", refused: "", caption: "", isOver: false },
      sees: ["!dialog: Send 1 item", "!dialog: Can't be sent", "textbox: Message = "],
    },
    "open.preparing": ({ step }) => {
      const ledger = at(step);
      const [name = ""] = ledger.waiting;
      return {
        asks: [
          [
            "files.prepare",
            { userID: ME, clientMsgID: IDS[name], file: FILES[name], asFile: name === NOTES.name },
          ],
        ],
        reads: known(ledger),
        sees: [...seen(ledger), "button (disabled): Send"],
      };
    },
    "open.ready": ({ step }) => {
      const ledger = at(step);
      const mayGo = ledger.picked.length > 0 ? ["button: Send"] : ["!button: Send"];
      return { reads: known(ledger), sees: [...seen(ledger), ...mayGo] };
    },
  },
  leads: {
    closed: { "user.attach": "open.preparing", "attachments.add": "open.preparing" },
    "open.*": {
      "user.describe": STAYS,
      "user.discardAttached": "closed",
    },
    "open.preparing": {
      "user.attach more": STAYS,
      "attachments.add another": STAYS,
      "prepareFile done": whatFollows,
      "prepareFile failed (fileEmpty)": whatFollows,
    },
    "open.ready": {
      "user.attach more": "open.preparing",
      "attachments.add another": "open.preparing",
      "user.removeAttached": ({ context }) =>
        context.picked.length + context.refused.length > 1 ? STAYS : "closed",
      "user.sendAttached": (_, around) => (read(around).picked.length > 0 ? "closed" : null),
    },
  },
  told({ label, aroundBefore }) {
    const { waiting, picked, caption } = read(aroundBefore);
    const dropped = (names: readonly string[]): Wire[] => [
      ["storage.dropBytes", { userID: ME, clientMsgIDs: names.map((name) => IDS[name]) }],
    ];
    switch (label) {
      case "user.removeAttached":
        return dropped(picked.slice(0, 1));
      case "user.discardAttached":
        return dropped([...picked, ...waiting]);
      case "user.sendAttached":
        return [
          [
            "outbox <- outbox.attach",
            {
              conversationID: CHAT,
              attachments: picked.map((name) => ({
                clientMsgID: IDS[name],
                enclosure: fileOf(FILES[name] ?? NOTES),
              })),
              caption,
            },
          ],
        ];
      default:
        return [];
    }
  },
  noise: {
    "the page is hidden": ({ ports }) => ports.emit.page({ type: "page.hidden" }),
  },
  excused: helpersDoNotFail("ownFiles"),
};

function whatFollows({ context }: SnapshotOf<typeof attachmentsMachine>): string {
  return context.waiting.length > 1 ? "open.preparing" : "open.ready";
}

function known({ picked, refused, caption }: Ledger) {
  return {
    picked: picked.join(),
    refused: refused.map((name) => `${name} fileEmpty`).join(),
    caption,
    isOver: false,
  };
}

function seen({ picked, waiting, refused }: Ledger): string[] {
  const count = picked.length + waiting.length;
  return [
    count === 0 ? "dialog: Can't be sent" : `dialog: Send ${count === 1 ? "1 item" : `${count} items`}`,
    // The extension has its own element, which is never cut.
    ...picked.flatMap((name) => [`text: ${name.replace(".txt", "")}`, "text: .txt"]),
    ...refused.flatMap((name) => [`text: ${name}`, "text: This file is empty"]),
    ...(refused.length > 0 ? ["alert: "] : []),
  ];
}

function share({ app }: Stage, files: readonly File[]): void {
  childOf(app, "session", "signedIn")?.send({ type: "incomingShare.put", text: "", files });
}

async function choose(stage: Stage, files: readonly File[]): Promise<void> {
  const inputs = document.querySelectorAll<HTMLInputElement>("input[type=file]:not([accept])");
  await stage.act(() => inputs.forEach((input) => void fireEvent.change(input, { target: { files } })));
}

/** Pastes into the field. The sheet covers it for a mouse, but not for the test's keyboard. */
async function paste(stage: Stage, files: readonly File[]): Promise<void> {
  const field = document.querySelector("textarea");
  await stage.act(() => {
    if (field) fireEvent.paste(field, { clipboardData: { files, getData: () => "" } });
  });
}
