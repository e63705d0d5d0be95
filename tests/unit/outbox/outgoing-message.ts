import { expect } from "vitest";
import type { FailureCode } from "../../../machines/domain/failure.ts";
import { ANNA, aWorld, NOON, OWN_PICTURE, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);
const ID = "own-1";
const GIVEN_UP = "own-2";

const signedIn = ({ app }: Stage) => childOf(app, "session", "signedIn");
const message = ({ app }: Stage, clientMsgID = ID) =>
  childOf(app, "session", "signedIn", "outbox")?.getSnapshot().context.items[clientMsgID].message;
const state = (stage: Stage) => message(stage).failure ?? message(stage).status;
const uploads = ({ ports }: Stage) => ports.wire.filter(({ call }) => call === "im.upload").length;

const pick = (stage: Stage) =>
  stage.act(() =>
    signedIn(stage)?.send({
      type: "outbox.attach",
      conversationID: CHAT,
      attachments: [{ clientMsgID: ID, enclosure: OWN_PICTURE }],
    }),
  );
const fails = (stage: Stage, failure: FailureCode = "network") =>
  stage.act(() => stage.ports.emit.upload({ type: "upload.failed", failure }, ID));
const retry = (stage: Stage) =>
  stage.act(() => signedIn(stage)?.send({ type: "outbox.resend", message: message(stage) }));
const connection = (stage: Stage, type: "im.connecting" | "im.connected") =>
  stage.act(() => stage.ports.emit.connection({ type }));

/** The upload fails and is repeated after this pause, not earlier. */
async function repeatsAfter(stage: Stage, milliseconds: number): Promise<void> {
  const before = uploads(stage);
  await fails(stage);
  await stage.advance(milliseconds - 1);
  expect([uploads(stage), state(stage)]).toEqual([before, "sending"]);
  await stage.advance(1);
  expect([uploads(stage), state(stage)]).toEqual([before + 1, "sending"]);
}

async function failsForGood(stage: Stage): Promise<void> {
  const before = uploads(stage);
  await fails(stage);
  expect(state(stage)).toBe("network");
  await stage.advance(10 * 60_000);
  expect([uploads(stage), state(stage)]).toEqual([before, "network"]);
}

export const outgoingMessageTests: PlainTests = {
  open: () => {
    const draft = { clientMsgID: GIVEN_UP, conversationID: CHAT, text: "Hi", replyTo: null };
    const failed = { failure: "blockedByPeer", sendTime: NOON } as const;
    return openHeadless({ world: aWorld({ unsent: [{ ...draft, failed }] }) });
  },
  tests: {
    "8-36 repeats an upload three times while the storage does not answer, then waits for the user": async (
      stage,
    ) => {
      await pick(stage);
      for (const _ of ["sent", "retried"]) {
        for (const pause of [2000, 6000, 18_000]) await repeatsAfter(stage, pause);
        await failsForGood(stage);
        await retry(stage);
      }
    },
    "8-36 a refused upload is not repeated": async (stage) => {
      await pick(stage);
      await fails(stage, "storageFull");
      await stage.advance(60_000);
      expect([uploads(stage), state(stage)]).toEqual([1, "storageFull"]);
    },
    "8-36 an upload without a connection continues when it is back, and is repeated as often again": async (
      stage,
    ) => {
      await pick(stage);
      await repeatsAfter(stage, 2000);
      await fails(stage);
      await connection(stage, "im.connecting");
      await stage.advance(60_000);
      expect([uploads(stage), state(stage)]).toEqual([2, "sending"]);
      await connection(stage, "im.connected");
      expect([uploads(stage), state(stage)]).toEqual([3, "sending"]);
      await repeatsAfter(stage, 2000);
    },
    "8-36 the next picture waits for an upload that waits for the connection": async (stage) => {
      const uploaded = (clientMsgID: string) =>
        stage.act(() =>
          stage.ports.emit.upload(
            { type: "upload.done", addresses: { url: "https://im.example/1.png" } },
            clientMsgID,
          ),
        );
      const made = () => stage.ports.sent("im.createMessage").map(({ clientMsgID }) => clientMsgID);
      await stage.act(() =>
        signedIn(stage)?.send({
          type: "outbox.attach",
          conversationID: CHAT,
          attachments: [ID, "next"].map((clientMsgID) => ({ clientMsgID, enclosure: OWN_PICTURE })),
        }),
      );
      await connection(stage, "im.connecting");
      await fails(stage);
      await uploaded("next");
      await connection(stage, "im.connected");
      expect(made()).toEqual([]);
      await uploaded(ID);
      await expect.poll(made).toEqual([ID, "next"]);
    },
    "8-36 a message that failed before a reload stays failed": async (stage) => {
      await stage.advance(60_000);
      expect(stage.ports.sent("im.createMessage")).toEqual([]);
      expect(message(stage, GIVEN_UP)).toMatchObject({ status: "failed", failure: "blockedByPeer" });
    },
  },
};
