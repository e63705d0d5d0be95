import { expect, it } from "vitest";
import { tellOwnDevices } from "../../../../src/adapters/openim/worker/own-devices.ts";

/** Sends `body` to `path` as Go does, and returns what the server gets. */
async function sent(path: string, body: string): Promise<unknown> {
  let got = "";
  const post = tellOwnDevices(async (_, init) => {
    if (init?.body instanceof Uint8Array) got = new TextDecoder().decode(init.body);
    return Response.json({ errCode: 0 });
  });
  await post(`https://im.test/api${path}`, { method: "POST", body: new TextEncoder().encode(body) });
  try {
    return JSON.parse(got);
  } catch {
    return got;
  }
}

const chat = { conversationID: "si_a_b", userID: "a" };

it.each([
  ["/msg/delete_msgs", { ...chat, seqs: [3] }],
  ["/msg/clear_conversation_msg", { userID: "a", conversationIDs: ["si_a_b"] }],
  ["/msg/user_clear_all_msg", { userID: "a" }],
])("%s also asks for the user's other devices", async (path, body) => {
  const asked = { ...body, deleteSyncOpt: { IsSyncSelf: true, IsSyncOther: false } };
  expect(await sent(path, JSON.stringify({ ...body, deleteSyncOpt: null }))).toEqual(asked);
});

it("leaves other calls and bodies that it cannot read as they are", async () => {
  expect(await sent("/msg/revoke_msg", JSON.stringify({ ...chat, seq: 3 }))).toEqual({ ...chat, seq: 3 });
  for (const body of ["", "[1]", "null", "{"])
    expect(await sent("/msg/delete_msgs", body)).toEqual(
      body === "[1]" ? [1] : body === "null" ? null : body,
    );
});

it("tells which chats this device clears", async () => {
  const cleared: unknown[] = [];
  const post = tellOwnDevices(
    async () => Response.json({ errCode: 0 }),
    (ids) => cleared.push(ids),
  );
  for (const [path, body] of [
    ["clear_conversation_msg", { userID: "a", conversationIDs: ["si_a_b", "sg_1"] }],
    ["user_clear_all_msg", { userID: "a" }],
    ["delete_msgs", { ...chat, seqs: [3] }],
    ["clear_conversation_msg", { userID: "a" }],
  ] as const)
    await post(`https://im.test/api/msg/${path}`, { body: JSON.stringify(body) });
  expect(cleared).toEqual([["si_a_b", "sg_1"], "all"]);
});
