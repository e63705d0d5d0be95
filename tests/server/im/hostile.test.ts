// Bad data of one user must not cost others more than that message: rows that an earlier version stored
// unchecked, and messages and requests with wrong fields.
// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../server/store/database.ts";
import { isEverything } from "../../everything.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, decode, encode, type GobClient, newMessageID } from "../support/gob-client.ts";
import { fields, hostileMessage, integer, text } from "../support/hostile.ts";

let data: string;
let backend: TestBackend;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  data = mkdtempSync(join(tmpdir(), "parley-"));
  backend = await startBackend(["alice", "bob", "carol"], { data });
});
afterEach(async () => {
  await backend.close();
  rmSync(data, { recursive: true });
});

const connect = (userID: string) => connectGob(backend.origin, { userID, token: backend.token(userID) });
const content = (line: string) => JSON.stringify({ content: line });

async function history(client: GobClient, conversationID: string) {
  const max = (await client.maxSeqs())[conversationID] ?? 0;
  const seqs = Array.from({ length: max }, (_, i) => i + 1);
  const found = [];
  while (seqs.length > 0) {
    const page = (await client.pullSeqs(conversationID, seqs.slice(-50))).Msgs;
    found.unshift(...page);
    const [oldest] = page;
    if (oldest === undefined) throw new Error("a page came empty");
    seqs.splice(seqs.indexOf(oldest.seq));
  }
  return found;
}

describe("a malformed offlinePushInfo", () => {
  it("does not reach the peer, neither by push nor by pull", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const broken = [
      text(1, "alice"),
      text(2, "bob"),
      text(4, newMessageID()),
      integer(9, 1),
      integer(11, 101),
    ];
    const sent = Buffer.concat([...broken, text(12, content("odd")), Buffer.from("a20103ffffff", "hex")]);
    await alice.request(1003, sent);
    await alice.send({ recvID: "bob", content: content("next") });
    await eventually(() => expect(bob.received().map((message) => message.seq)).toEqual([1, 2]));
    const texts = (await history(await connect("bob"), "si_alice_bob")).map((message) => message.content);
    expect(texts).toEqual([content("odd"), content("next")]);
  });
});

describe("a quote of a quote of thousands of quotes", () => {
  it("is refused, and later messages arrive: the SDK's worker cannot pass on such a depth", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const nested = (depth: number) =>
      `${'{"text":"re","quoteMessage":{"quoteElem":'.repeat(depth)}{}${"}}".repeat(depth)}`;
    const deep = alice.send({ recvID: "bob", contentType: 114, content: nested(3000) });
    await expect(deep).rejects.toThrow("ArgsError");
    await alice.send({ recvID: "bob", contentType: 114, content: nested(50) });
    await eventually(() => expect(bob.received().map((message) => message.content)).toEqual([nested(50)]));
  });
});

describe("a message with thousands of options", () => {
  it("is refused before they are looked at, and one with a few unknown ones is sent", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const options = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`option${index}`, true]));
    await expect(alice.send({ recvID: "bob", options: options(2000) })).rejects.toThrow("ArgsError");
    await alice.send({ recvID: "bob", options: { ...options(20), unreadCount: true } });
    await eventually(() =>
      expect(bob.received().map((message) => message.options)).toEqual([{ unreadCount: true }]),
    );
  });
});

describe("a message that names one option thousands of times", () => {
  it("is refused before it is read, and one that names it twice is sent", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const message = (clientMsgID: string, times: number) => {
      const fields = { sendID: "alice", recvID: "bob", clientMsgID, sessionType: 1, contentType: 101 };
      const option = Buffer.from("9a01050a01611001", "hex");
      const options = Array.from({ length: times }, () => option);
      return Buffer.concat([encode("MsgData", { ...fields, content: content("hi") }), ...options]);
    };
    await expect(alice.request(1003, message("many", 2000))).rejects.toThrow("ArgsError");
    await alice.request(1003, message("twice", 2));
    await eventually(() => expect(bob.received().map(({ clientMsgID }) => clientMsgID)).toEqual(["twice"]));
  });
});

describe("rows of an earlier version that stored unchecked data", () => {
  it("are limited and cleaned when they are read", async () => {
    const alice = await connect("alice");
    await alice.send({ recvID: "bob", content: content("first") });
    const stored = (seq: number, ...parts: Uint8Array[]) =>
      Buffer.concat([
        ...[
          text(1, "alice"),
          text(2, "bob"),
          text(4, `id${seq}`),
          text(5, `server${seq}`),
          text(7, "Dave Chen"),
        ],
        ...[text(8, "http://dave"), integer(9, 1), integer(10, 100), integer(11, 101)],
        ...[text(12, content(`old ${seq}`)), integer(14, seq), integer(15, 1_900_000_000_000 + seq)],
        ...[integer(17, 2), ...parts],
      ]);
    const rows = [
      stored(2, Buffer.from("a20103ffffff", "hex")),
      stored(3, text(23, "x".repeat(2_000_000)), text(22, "y".repeat(500_000))),
      stored(4, ...Array.from({ length: 10_000 }, (_, i) => text(21, `nobody ${i}`))),
      stored(5, text(12, "not json")),
    ];
    const db = openDatabase(data);
    const insert = db.prepare("INSERT INTO messages VALUES ('si_alice_bob', ?, ?, 'alice', ?)");
    for (const [index, row] of rows.entries()) insert.run(index + 2, `id${index + 2}`, row);
    db.exec("UPDATE streams SET maxSeq = 5, maxSendTime = 1900000000005");
    db.close();
    await alice.send({ recvID: "bob", content: content("last") });

    const bob = await connect("bob");
    const messages = await history(bob, "si_alice_bob");
    expect(messages.map((message) => message.content)).toEqual([
      content("first"),
      content("old 2"),
      content("old 3"),
      content("old 4"),
      "{}",
      content("last"),
    ]);
    for (const message of messages) {
      expect(message).toMatchObject({ ex: "", attachedInfo: "", atUserIDList: [], senderNickname: "ALICE" });
    }
    const range = { conversationID: "si_alice_bob", begin: 1, end: 6, num: 100 };
    expect((await bob.pullRanges(range)).msgs.si_alice_bob?.Msgs).toEqual(messages);
    const asked = encode("Conversations", { userID: "bob", conversationIDs: ["si_alice_bob"] });
    const last = decode("Last", await bob.request(1007, asked)).msgs.si_alice_bob;
    expect(last).toEqual(messages.at(-1));
  });
});

describe("a sender's name", () => {
  const forged = { senderNickname: "Dave Chen", senderFaceURL: "http://dave" };

  it("is the account's name, or the member's name in a group, whatever the message contains", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    await alice.send({ recvID: "bob", ...forged });
    await alice.send({ groupID, ...forged });
    const db = openDatabase(data);
    db.exec("UPDATE group_members SET nickname = 'Al', faceURL = 'http://al' WHERE userID = 'alice'");
    db.close();
    await alice.send({ groupID, ...forged });
    const names = () =>
      bob
        .received()
        .filter(({ contentType }) => contentType === 101)
        .map(({ senderNickname, senderFaceURL }) => [senderNickname, senderFaceURL]);
    await eventually(() =>
      expect(names()).toEqual([
        ["ALICE", ""],
        ["ALICE", ""],
        ["Al", "http://al"],
      ]),
    );
    const pulled = await history(await connect("bob"), `sg_${groupID}`);
    expect(pulled.map((message) => message.senderNickname)).toEqual(["", "Al", "Al"]);
  });
});

describe("messages and requests with wrong fields", () => {
  /** Sends until the socket ends, as it does on a frame that is too large, and then over a new one. */
  function attacker(userID: string) {
    let client = connect(userID);
    return async (request: number, bytes: Uint8Array): Promise<boolean> => {
      const present = await client;
      const closed = present.closed.then(() => "closed" as const);
      const answer = present.request(request, bytes).then(
        () => true,
        () => false,
      );
      const outcome = await Promise.race([answer, closed]);
      if (outcome !== "closed") return outcome;
      client = connect(userID);
      return false;
    };
  }

  it("leave all other messages to a new device", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob", "carol"] });
    const send = attacker("alice");
    const [bob, carol] = [await connect("bob"), await connect("carol")];
    let [accepted, good] = [0, 0];
    const attempt = fc.oneof(
      hostileMessage("alice", { userID: "bob" }),
      hostileMessage("alice", { groupID }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 20 }), async (messages) => {
        for (const message of messages) if (await send(1003, message)) accepted += 1;
        good += 1;
        await carol.send({ recvID: "bob", content: content(`good ${good}`) });
        await carol.send({ groupID, content: content(`good ${good}`) });
        await eventually(() => expect(bob.received().at(-1)?.content).toBe(content(`good ${good}`)));
      }),
      { numRuns: 60 },
    );
    // The number of accepted messages varies. Without any, the test would show nothing.
    expect(accepted).toBeGreaterThan(20);
    const device = await connect("bob");
    const expected = Array.from({ length: good }, (_, i) => content(`good ${i + 1}`));
    for (const id of ["si_bob_carol", `sg_${groupID}`]) {
      const all = await history(device, id);
      expect(
        all
          .filter(({ sendID, contentType }) => sendID === "carol" && contentType === 101)
          .map((one) => one.content),
      ).toEqual(expected);
    }
    await history(device, "si_alice_bob");
    const ids = Object.keys(await device.maxSeqs());
    const ranges = ids.map((conversationID) => ({ conversationID, begin: 0, end: 10_000, num: 1 }));
    expect(Object.keys((await device.pullRanges(...ranges)).msgs).sort()).toEqual(
      ids.filter((id) => !id.startsWith("n_")).sort(),
    );
  });

  it("do no harm to the next requests", async () => {
    const send = attacker("alice");
    const carol = await connect("carol");
    await carol.send({ recvID: "alice" });
    const requests = [1001, 1002, 1005, 1006, 1007, 2003, 2004, 2005];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requests), fields(6), fc.boolean(), async (request, wrong, own) => {
        await send(request, own ? Buffer.concat([text(1, "alice"), wrong]) : wrong);
        expect(await carol.maxSeqs()).toEqual({ si_alice_carol: 1 });
      }),
      // The server paces the messages of a user, so each run waits.
      { numRuns: isEverything ? 400 : 60 },
    );
    const alice = await connect("alice");
    expect(await alice.maxSeqs()).toEqual({ si_alice_carol: 1 });
  });
});

/** All fields of all endpoints together; each endpoint reads its own. */
const whole = {
  ...{ userID: "alice", userIDs: ["bob"], ownerUserID: "alice", friendUserIDs: ["bob"], friendUserID: "bob" },
  ...{
    fromUserID: "alice",
    toUserID: "bob",
    blackUserID: "bob",
    userIDList: ["bob"],
    reqMsg: "",
    handleMsg: "",
  },
  ...{ handleResult: 1, remark: "B", isPinned: true, handleResults: [0], type: 1, uuid: "u", value: "v" },
  ...{ conversationID: "si_alice_bob", conversationIDs: ["si_alice_bob"], groupID: "1", groupIDs: ["1"] },
  ...{ seqs: [1], seq: 1, hasReadSeq: 1, isSyncSelf: true, deleteSyncOpt: { IsSyncSelf: true }, count: 10 },
  ...{ pagination: { pageNumber: 1, showNumber: 10 }, keyword: "bob", filter: 0, versionID: "", version: 0 },
  ...{ reqList: [{ groupID: "1", versionID: "", version: 0 }], token: "", secret: "", platformID: 5 },
  ...{ conversation: { conversationID: "si_alice_bob", recvMsgOpt: 1, ex: "" }, recvMsgOpt: 1, ex: "" },
  ...{ userInfo: { userID: "alice", nickname: "A" }, globalRecvMsgOpt: 0, nickname: "A", faceURL: "" },
  ...{
    areaCode: "+86",
    phoneNumber: "13900000001",
    email: "",
    account: "",
    usedFor: 3,
    verifyCode: "666666",
  },
  ...{ password: "0".repeat(32), currentPassword: "0".repeat(32), newPassword: "0".repeat(32) },
  ...{ user: { nickname: "A", areaCode: "+86", phoneNumber: "13900000001", password: "0".repeat(32) } },
  ...{ invitationCode: "", deviceID: "", platform: 5, autoLogin: false, room: "r", identity: "alice" },
};
const chatPaths = [
  ...["/account/code/send", "/account/code/verify", "/account/register", "/account/login"],
  ...["/account/password/reset", "/account/password/change", "/user/rtc/get_token", "/user/update"],
  ...["/user/find/full", "/user/find/public", "/user/search/full", "/user/search/public", "/friend/search"],
];
const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, {}, [], "", "\u0000", "\ud800", "%", "__proto__", "x".repeat(100_000)),
  fc.constantFrom<unknown>(-1, 0, 0.5, 1e300, 2 ** 31, 2 ** 53, true, [null], [""], [{}], [["bob"]]),
  fc.array(fc.string(), { minLength: 3000, maxLength: 3000 }),
  fc.jsonValue(),
);

describe("calls with wrong fields", () => {
  it("are refused or answered, and never fail", async () => {
    backend.im.createGroup({ groupID: "1", name: "G", owner: "alice", members: ["bob"] });
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "hello" } });
    const paths = [
      ...Object.keys(backend.im.routes).map((path) => `/api${path}`),
      ...chatPaths.map((path) => `/chat${path}`),
    ];
    const token = backend.token("alice");
    const carol = await connect("carol");
    const wrong = fc.dictionary(fc.constantFrom(...Object.keys(whole)), wrongValue, {
      minKeys: 1,
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), wrong, async (path, fieldsOfIt) => {
        const response = await fetch(backend.origin + path, {
          method: "POST",
          headers: { "Content-Type": "application/json", operationID: "test", token },
          body: JSON.stringify({ ...whole, ...fieldsOfIt }),
        });
        const { errCode } = v.parse(v.object({ errCode: v.number() }), await response.json());
        expect(errCode).not.toBe(500);
      }),
      { numRuns: 1000 },
    );
    expect(await carol.maxSeqs()).toEqual({});
  });
});
