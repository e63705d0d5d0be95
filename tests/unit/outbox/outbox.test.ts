/** The outbox on the real storage of a browser: what an earlier page left unsent. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { KeptDraft } from "../../../machines/outbox/outgoing-drafts.ts";
import { createOwnFiles } from "../../../src/adapters/storage/own-files.ts";
import { createStorage } from "../../../src/adapters/storage/storage.ts";
import { fileKey } from "../../../src/adapters/storage/storage-keys.ts";
import { ANNA, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import { memoryStorage } from "../adapters/support/memory-storage.ts";

const opened: Stage[] = [];
afterEach(() => {
  for (const stage of opened.splice(0)) stage.stop();
});

const PICTURE: KeptDraft = {
  clientMsgID: "picture",
  conversationID: singleChatID(ANNA),
  text: "",
  replyTo: null,
  enclosure: {
    type: "picture",
    name: "cat.png",
    mime: "image/png",
    bytes: 5,
    width: 4,
    height: 3,
    preview: "blob:of-an-earlier-page",
  },
  failed: { failure: "network", sendTime: NOON - 5000 },
};
const LEFT_CALL = {
  roomID: "room",
  mediaType: "voice",
  peerID: ANNA,
  startedAt: NOON - 60_000,
  partedAt: null,
  leftAt: NOON,
} as const;

/** A page that an earlier one left a failed picture and a call to; its database answers when `answer` is called. */
async function reloadInCall({ isBroken = false } = {}) {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const files = createOwnFiles(() => undefined);
  const storage = createStorage({ session: memoryStorage(), local: memoryStorage(), files });
  await storage.keepBytes({
    userID: ME,
    clientMsgID: PICTURE.clientMsgID,
    bytes: new Blob(["a cat"]),
    poster: null,
  });
  await storage.writeOutbox({ userID: ME, items: [PICTURE] });

  let answerDatabase = () => {};
  const database = new Promise<void>((resolve) => {
    answerDatabase = resolve;
  });
  const stage = await openHeadless({ world: aWorld() }, (ports) => {
    ports.hold("im.createMessage");
    ports.answer("storage.takeCall", () => LEFT_CALL);
    ports.answer("storage.writeOutbox", storage.writeOutbox);
    ports.answer("storage.readOutbox", async (input) => {
      const drafts = await storage.readOutbox(input);
      await database;
      if (isBroken) throw new Failure("unknown");
      return drafts;
    });
  });
  opened.push(stage);
  return {
    stage,
    answer: () => stage.act(() => answerDatabase()),
    bytes: async () => (await files.read(fileKey(ME, PICTURE.clientMsgID)))?.text(),
    kept: async () => (await storage.readOutbox({ userID: ME })).map(({ clientMsgID }) => clientMsgID),
  };
}

const waiting = ({ app }: Stage) =>
  Object.keys(childOf(app, "session", "signedIn", "outbox")?.getSnapshot().context.items);

describe("the outbox of an earlier page", () => {
  it("8-36 2-97 keeps an unsent picture and its bytes when a reload ended a call", async () => {
    const { stage, answer, bytes, kept } = await reloadInCall();
    expect(stage.ports.sent("im.createMessage")).toMatchObject([{ call: { roomID: "room" } }]);
    expect(await bytes()).toBe("a cat");
    await answer();
    expect(await bytes()).toBe("a cat");
    expect(waiting(stage)).toContain("picture");
    expect(await kept()).toContain("picture");
  });

  it("8-36 2-97 keeps the record of the call, which came before the earlier messages were read", async () => {
    const { stage, answer, kept } = await reloadInCall();
    const [record] = waiting(stage);
    await answer();
    expect(await kept()).toEqual([record, "picture"]);
  });

  it("8-36 keeps the picture and its bytes for the next page when the earlier messages cannot be read", async () => {
    const { answer, bytes, kept } = await reloadInCall({ isBroken: true });
    await answer();
    expect(await bytes()).toBe("a cat");
    expect(await kept()).toEqual(["picture"]);
  });
});
