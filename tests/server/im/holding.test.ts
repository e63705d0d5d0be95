// A client that calls in a loop waits for its refusals, and no other client waits.
// @vitest-environment node
import { afterEach, beforeEach, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";

let backend: TestBackend;
let held: (() => void)[];

beforeEach(async () => {
  held = [];
  const time = Date.UTC(2026, 4, 6, 9, 30);
  backend = await startBackend(["mallory", "alice"], {
    now: () => time,
    holdBack: (tell) => held.push(tell),
  });
});
afterEach(async () => {
  for (const tell of held) tell();
  await backend.close();
});

const createGroup = (userID: string, token: string) =>
  backend.post(
    "/group/create_group",
    { ownerUserID: userID, memberUserIDs: [], groupInfo: { groupName: "G", groupType: 2 } },
    token,
  );
const useUp = async (token: string) => {
  for (let made = 0; made < 30; made += 1) expect((await createGroup("mallory", token)).errCode).toBe(0);
};

it("8-09 a call that comes too often is refused with a delay, and calls of others are answered at once", async () => {
  const mallory = backend.token("mallory");
  await useUp(mallory);
  const order: string[] = [];
  const refused = createGroup("mallory", mallory).then(({ errCode }) => order.push(`mallory ${errCode}`));
  await eventually(() => expect(held).toHaveLength(1));
  order.push(`alice ${(await createGroup("alice", backend.token("alice"))).errCode}`);
  held[0]?.();
  await refused;
  expect(order).toEqual(["alice 0", "mallory 20005"]);
});

it("8-09 a hundred refusals of an address are held at a time; further ones are sent at once", async () => {
  const mallory = backend.token("mallory");
  await useUp(mallory);
  let told = 0;
  const loop = Array.from({ length: 130 }, async () => {
    expect((await createGroup("mallory", mallory)).errCode).toBe(20005);
    told += 1;
  });
  await eventually(() => expect({ told, held: held.length }).toEqual({ told: 30, held: 100 }));
  for (const tell of held.splice(0)) tell();
  await Promise.all(loop);
  const next = createGroup("mallory", mallory);
  await eventually(() => expect(held).toHaveLength(1));
  held[0]?.();
  await next;
});

it("8-09 after many refusals of any kind an address waits for each one, e.g. in a loop of registrations", async () => {
  const register = async () => {
    const user = { areaCode: "+86", phoneNumber: "13700000001", nickname: "N", password: "0".repeat(32) };
    const response = await fetch(`${backend.origin}/chat/account/register`, {
      method: "POST",
      body: JSON.stringify({ verifyCode: "123456", platform: 5, user }),
    });
    const answer: unknown = await response.json();
    return answer;
  };
  for (let tried = 0; tried < 600; tried += 1) expect(await register()).toMatchObject({ errCode: 20007 });
  const order: string[] = [];
  const refused = register().then((answer) => {
    order.push("refused");
    return answer;
  });
  await eventually(() => expect(held).toHaveLength(1));
  order.push(`alice ${(await createGroup("alice", backend.token("alice"))).errCode}`);
  held[0]?.();
  expect(await refused).toMatchObject({ errCode: 20007 });
  expect(order).toEqual(["alice 0", "refused"]);
});
