import { expect } from "vitest";
import { startBackend } from "./backend.ts";
import { eventually } from "./eventually.ts";
import { connectGob, type GobClient, type Message, tipsOf, told } from "./gob-client.ts";

/** The group and users of these tests. */
export const group = "1234567890";
export const people = ["olga", "adam", "anna", "max", "mia", "otto", "oskar"] as const;
export type Person = (typeof people)[number];
/** The callers of a permission table: the owner, an admin, an ordinary member, an outsider. */
export const actors = ["olga", "adam", "mia", "otto"] as const;
export const members = people.slice(0, 5);

export const done = { errCode: 0, errMsg: "", errDlt: "" };
export const permission = (errDlt: string) => ({ errCode: 1002, errMsg: "NoPermissionError", errDlt });
export const args = (errDlt: string) => ({ errCode: 1001, errMsg: "ArgsError", errDlt });
export const noRecord = { errCode: 1004, errMsg: "RecordNotFoundError", errDlt: "no such member" };

const phone = 1;
export const start = 1_790_000_000_500;

export type GroupBackend = Awaited<ReturnType<typeof startGroup>>;

/**
 * A backend with one group: olga owns it, adam and anna are admins, mia and max are members, otto and oskar
 * are outside.
 */
export async function startGroup(info: object = {}) {
  const clock = { time: start };
  const backend = await startBackend(people, { now: () => clock.time });
  const tokens = new Map(people.map((userID) => [userID, backend.token(userID)]));
  const clients: GobClient[] = [];

  const as = (me: Person) => (path: string, body: object) =>
    backend.post(path.startsWith("/") ? path : `/group/${path}`, body, tokens.get(me) ?? "");

  async function device(userID: Person, platformID = phone): Promise<GobClient> {
    const token = backend.token(userID, platformID);
    const client = await connectGob(backend.origin, { userID, token, platformID });
    clients.push(client);
    return client;
  }

  const created = await as("olga")("create_group", {
    memberUserIDs: ["mia", "max"],
    adminUserIDs: ["adam", "anna"],
    ownerUserID: "olga",
    groupInfo: { groupID: group, groupName: "G", groupType: 2, ...info },
    sendMessage: null,
  });
  expect(created.errCode).toBe(0);

  return {
    ...backend,
    clock,
    as,
    device,
    async info(): Promise<unknown> {
      const { data } = await as("olga")("get_groups_info", { groupIDs: [group] });
      return isInfos(data) ? data.groupInfos[0] : undefined;
    },
    async memberIDs(): Promise<readonly unknown[]> {
      const { data } = await as("olga")("get_group_member_user_id", { groupID: group });
      return isIDs(data) ? data.userIDs : [];
    },
    async member(userID: Person): Promise<unknown> {
      const { data } = await as("olga")("get_group_members_info", { groupID: group, userIDs: [userID] });
      return isMembers(data) ? data.members[0] : undefined;
    },
    async close() {
      for (const client of clients) client.close();
      await backend.close();
    },
  };
}

const has = <Key extends string>(data: unknown, key: Key): data is Record<Key, unknown[]> =>
  typeof data === "object" && data !== null && key in data && Array.isArray(Reflect.get(data, key));
const isInfos = (data: unknown) => has(data, "groupInfos");
const isIDs = (data: unknown) => has(data, "userIDs");
const isMembers = (data: unknown) => has(data, "members");

/** Waits for the notification of that kind, and expects only one. */
export async function tip(client: GobClient, contentType: number) {
  await eventually(() => expect(told(client, contentType)).not.toHaveLength(0));
  const [only, ...more] = told(client, contentType);
  expect(more).toEqual([]);
  if (only === undefined) throw new Error("unreachable");
  return tipsOf(only);
}

export const lines = (client: GobClient, contentType: number): Message[] =>
  client.received().filter((message) => message.contentType === contentType);
