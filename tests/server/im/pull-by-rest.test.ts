// Messages over REST: the form of a real server's answer, and only the user's own messages.
// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";

let backend: TestBackend;
/** Alice's token. A new token for her platform would sign this one out. */
let token: string;
const conversationID = "si_alice_bob";
const Answer = v.object({
  msgs: v.record(
    v.string(),
    v.object({ Msgs: v.array(v.looseObject({ seq: v.number(), content: v.string(), status: v.number() })) }),
  ),
});

beforeEach(async () => {
  backend = await startBackend(["alice", "bob", "carol"]);
  token = backend.token("alice");
  for (const content of ["one", "two"])
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content } });
});
afterEach(() => backend.close());

const newest = { conversationID, begin: 2, end: 2, num: 1 };
async function pulled() {
  const body = { userID: "alice", seqRanges: [newest], order: 0 };
  const { msgs } = await backend.call("/msg/pull_msg_by_seq", body, token, Answer);
  return (msgs[conversationID]?.Msgs ?? []).map(({ content, ...rest }) => ({
    ...rest,
    text: Buffer.from(content, "base64").toString(),
  }));
}

it("returns the requested message, with its content in base64", async () => {
  const messages = await pulled();
  expect(messages).toMatchObject([{ seq: 2, sendID: "bob", contentType: 101 }]);
  expect(JSON.parse(messages[0]?.text ?? "")).toEqual({ content: "two" });
});

it("returns an empty message if the user deleted it, and none if they cleared the chat", async () => {
  await backend.post("/msg/delete_msgs", { conversationID, seqs: [2], userID: "alice" }, token);
  expect(await pulled()).toMatchObject([{ seq: 2, status: 4, text: "" }]);
  await backend.post(
    "/msg/clear_conversation_msg",
    { conversationIDs: [conversationID], userID: "alice" },
    token,
  );
  expect(await pulled()).toEqual([]);
});

it("refuses requests for other users, and leaves out foreign chats", async () => {
  const carols = backend.token("carol");
  const asCarol = { seqRanges: [newest, { ...newest, conversationID: "si_alice_carol" }] };
  backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "for Carol" } });
  backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "for Carol, too" } });
  const trespass = await backend.post("/msg/pull_msg_by_seq", { userID: "alice", ...asCarol }, carols);
  expect(trespass.errCode).toBe(1002);
  const own = await backend.call("/msg/pull_msg_by_seq", { userID: "carol", ...asCarol }, carols, Answer);
  expect(Object.keys(own.msgs)).toEqual(["si_alice_carol"]);
});
