import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import { type FileAttachment, PICK_LIMIT } from "../domain/outgoing-attachment.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { FileToPrepare } from "../ports/files.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * Picked files of one conversation: prepare them one by one, show a preview, then hand them to the outbox.
 */

/** A picked file that is not prepared yet. */
export type Waiting = Omit<FileToPrepare, "userID">;

export interface Picked {
  clientMsgID: string;
  attachment: FileAttachment;
}

export interface Refused {
  clientMsgID: string;
  name: string;
  failure: FailureCode;
}

export type AttachmentsEvent =
  | { type: "user.attach"; files: readonly File[]; asFile: boolean }
  /** Files that another app shared (11-57). */
  | { type: "attachments.add"; files: readonly File[] }
  | { type: "user.removeAttached"; clientMsgID: string }
  | { type: "user.describe"; text: string }
  | { type: "user.sendAttached" }
  | { type: "user.discardAttached" };

export interface AttachmentsInput {
  conversationID: string;
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface AttachmentsContext extends AttachmentsInput {
  waiting: readonly Waiting[];
  picked: readonly Picked[];
  refused: readonly Refused[];
  /** The user picked more than `PICK_LIMIT` files. */
  isOver: boolean;
  caption: string;
}

const NOTHING = { waiting: [], picked: [], refused: [], isOver: false, caption: "" } as const;

export const attachmentsMachine = setup({
  types: {
    context: {} as AttachmentsContext,
    events: {} as AttachmentsEvent,
    input: {} as AttachmentsInput,
    tags: {} as "open" | "busy",
    meta: {} as RuleMeta,
  },
  actors: {
    ownFiles: stream<{ type: "files.drop"; userID: string; clientMsgIDs: readonly string[] }>("ownFiles"),
    prepareFile: port<FileAttachment, FileToPrepare>("prepareFile"),
  },
  actions: {
    enqueue: assign(({ context }, { files, asFile }: { files: readonly File[]; asFile: boolean }) => {
      const room = PICK_LIMIT - context.waiting.length - context.picked.length;
      const taken = files.slice(0, Math.max(room, 0));
      const added = taken.map((file) => ({ clientMsgID: context.clock.newID(), file, asFile }));
      return {
        waiting: [...context.waiting, ...added],
        isOver: context.isOver || taken.length < files.length,
      };
    }),
    take: assign(({ context }, { attachment }: { attachment: FileAttachment }) => {
      const [first, ...waiting] = context.waiting;
      const { clientMsgID = "" } = first ?? {};
      return { waiting, picked: [...context.picked, { clientMsgID, attachment }] };
    }),
    refuse: assign(({ context }, { failure }: { failure: FailureCode }) => {
      const [first, ...waiting] = context.waiting;
      const { clientMsgID = "", file } = first ?? {};
      return { waiting, refused: [...context.refused, { clientMsgID, name: file?.name ?? "", failure }] };
    }),
    remove: assign(({ context }, { clientMsgID }: { clientMsgID: string }) => ({
      picked: context.picked.filter((one) => one.clientMsgID !== clientMsgID),
      isOver: false,
    })),
    dropOne: sendTo("ownFiles", ({ context }, { clientMsgID }: { clientMsgID: string }) => ({
      type: "files.drop" as const,
      userID: context.userID,
      clientMsgIDs: [clientMsgID],
    })),
    dropAll: sendTo("ownFiles", ({ context }) => ({
      type: "files.drop" as const,
      userID: context.userID,
      clientMsgIDs: [...context.picked, ...context.waiting].map(({ clientMsgID }) => clientMsgID),
    })),
    setCaption: assign((_, { text }: { text: string }) => ({ caption: text })),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context }) => ({
        type: "outbox.attach" as const,
        conversationID: context.conversationID,
        attachments: context.picked.map(({ clientMsgID, attachment }) => ({
          clientMsgID,
          enclosure: attachment,
        })),
        caption: context.caption,
      }),
    ),
    clear: assign(NOTHING),
    reportFailure: log(({ event }) => `attachments: ${event.type}`),
  },
  guards: {
    hasFiles: (_, { files }: { files: readonly File[] }) => files.length > 0,
    isWaiting: ({ context }) => context.waiting.length > 0,
    isEmpty: ({ context }) => context.picked.length === 0 && context.refused.length === 0,
    hasPicked: ({ context }) => context.picked.length > 0,
  },
}).createMachine({
  id: "attachments",
  context: ({ input }) => ({ ...input, ...NOTHING }),
  invoke: child("ownFiles"),
  initial: "closed",
  states: {
    closed: {
      on: {
        "user.attach": {
          guard: { type: "hasFiles", params: ({ event }) => event },
          target: "open",
          actions: { type: "enqueue", params: ({ event }) => event },
        },
        "attachments.add": {
          guard: { type: "hasFiles", params: ({ event }) => event },
          target: "open",
          actions: { type: "enqueue", params: ({ event }) => ({ ...event, asFile: false }) },
        },
      },
    },
    open: {
      tags: "open",
      initial: "preparing",
      on: {
        "user.attach": { actions: { type: "enqueue", params: ({ event }) => event } },
        "attachments.add": {
          actions: { type: "enqueue", params: ({ event }) => ({ ...event, asFile: false }) },
        },
        "user.describe": { actions: { type: "setCaption", params: ({ event }) => event } },
        "user.discardAttached": { target: "closed", actions: ["dropAll", "clear"] },
      },
      states: {
        preparing: {
          tags: "busy",
          description: "Rotates and shrinks pictures and makes video posters, one file after another.",
          meta: { rule: "10-12" },
          invoke: {
            id: "prepareFile",
            src: "prepareFile",
            input: ({ context: { waiting, userID } }) => ({ ...first(waiting), userID }),
            onDone: {
              target: "ready",
              actions: { type: "take", params: ({ event }) => ({ attachment: event.output }) },
            },
            onError: {
              target: "ready",
              actions: [
                { type: "refuse", params: ({ event }) => ({ failure: failureCode(event.error) }) },
                "reportFailure",
              ],
            },
          },
        },
        ready: {
          description: "All files are ready: the user can preview, remove, caption and send them.",
          always: [
            { guard: "isWaiting", target: "preparing" },
            { guard: "isEmpty", target: "#attachments.closed", actions: "clear" },
          ],
          on: {
            "user.removeAttached": {
              actions: [
                { type: "dropOne", params: ({ event }) => event },
                { type: "remove", params: ({ event }) => event },
              ],
            },
            "user.sendAttached": {
              guard: "hasPicked",
              target: "#attachments.closed",
              actions: ["dispatch", "clear"],
            },
          },
        },
      },
    },
  },
});

function first([one]: readonly Waiting[]): Waiting {
  if (!one) throw new Error("No attachment to prepare");
  return one;
}
