// Version sync: a client that applies incremental answers has the same data as the server.
// @vitest-environment node
import fc from "fast-check";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVersions, type Operation, type Versions } from "../../../server/im/domain/versions.ts";
import { openDatabase } from "../../../server/store/database.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, tipsOf, told } from "../support/gob-client.ts";

describe("a version log", () => {
  let versions: Versions;
  let close: () => void;

  beforeEach(() => {
    const db = openDatabase(":memory:");
    versions = createVersions(db);
    close = db.close;
  });
  afterEach(() => close());

  it("starts at version 1 with a fixed id of 24 hex digits", () => {
    const head = versions.head("c");
    expect(head).toMatchObject({ version: 1, sortVersion: 0 });
    expect(head.versionID).toMatch(/^[0-9a-f]{24}$/);
    expect(versions.head("c")).toEqual(head);
    expect(versions.head("other").versionID).not.toBe(head.versionID);
  });

  it("answers full to a client without data, of another store, or of a future version", () => {
    const { versionID } = versions.bump("c", "insert", ["x"]);
    for (const client of [
      { versionID: "", version: 0 },
      { versionID, version: 0 },
      { versionID: "0".repeat(24), version: 1 },
      { versionID, version: 2 },
    ]) {
      expect(versions.changesSince("c", client)).toMatchObject({ full: true, version: 1, versionID });
    }
  });

  it("answers empty to a client that is up to date", () => {
    const head = versions.bump("c", "insert", ["x"]);
    const nothing = { full: false, deleted: [], inserted: [], updated: [], sortVersion: 0 };
    expect(versions.changesSince("c", head)).toMatchObject(nothing);
  });

  it("answers full after too many changes", () => {
    const head = versions.head("c");
    const ids = Array.from({ length: 501 }, (_, i) => `e${i}`);
    versions.bump("c", "insert", ids.slice(1));
    expect(versions.changesSince("c", head).inserted.toSorted()).toEqual(ids.slice(1).toSorted());
    versions.bump("c", "insert", ids.slice(0, 1));
    expect(versions.changesSince("c", head)).toMatchObject({ full: true, inserted: [] });
  });

  it("reports an order that has changed since the client's version", () => {
    const before = versions.head("c");
    const sorted = versions.bump("c", "update", ["x"], true);
    versions.bump("c", "update", ["y"]);
    expect(versions.changesSince("c", before).sortVersion).toBe(sorted.version);
    expect(versions.changesSince("c", sorted).sortVersion).toBe(0);
  });

  it("keeps every client equal to the server, however rarely it syncs", () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("put" as const),
        id: fc.constantFrom("a", "b", "c", "d"),
        value: fc.nat(),
      }),
      fc.record({ kind: fc.constant("remove" as const), id: fc.constantFrom("a", "b", "c", "d") }),
      fc.record({ kind: fc.constant("sync" as const), client: fc.constantFrom(0, 1, 2) }),
    );
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        run += 1;
        const collection = `c${run}`;
        const server = new Map<string, number>();
        const clients = [0, 1, 2].map(() => ({
          versionID: "",
          version: 0,
          known: new Map<string, number>(),
        }));
        const sync = (client: (typeof clients)[number]) => {
          const changes = versions.changesSince(collection, client);
          const touched = [...changes.deleted, ...changes.inserted, ...changes.updated];
          expect(new Set(touched).size).toBe(touched.length);
          if (changes.full) client.known = new Map(server);
          for (const id of changes.deleted) client.known.delete(id);
          for (const id of [...changes.inserted, ...changes.updated])
            client.known.set(id, server.get(id) ?? -1);
          client.versionID = changes.versionID;
          client.version = changes.version;
          expect(client.known).toEqual(server);
        };
        for (const action of steps) {
          if (action.kind === "sync") {
            const client = clients[action.client];
            if (client !== undefined) sync(client);
            continue;
          }
          const existed = server.has(action.id);
          if (action.kind === "remove") {
            if (!existed) continue;
            server.delete(action.id);
          } else server.set(action.id, action.value);
          const operation: Operation = action.kind === "remove" ? "delete" : existed ? "update" : "insert";
          versions.bump(collection, operation, [action.id]);
        }
        for (const client of clients) sync(client);
      }),
      { numRuns: 100 },
    );
  });
});

const incremental = v.object({
  version: v.number(),
  versionID: v.string(),
  full: v.boolean(),
  delete: v.nullable(v.array(v.string())),
  insert: v.nullable(v.array(v.looseObject({}))),
  update: v.nullable(v.array(v.looseObject({}))),
  sortVersion: v.optional(v.number()),
});

describe("collections over REST", () => {
  let backend: TestBackend;
  let alice: string;

  beforeEach(async () => {
    backend = await startBackend(["alice", "bob", "carol"]);
    alice = backend.token("alice");
  });
  afterEach(() => backend.close());

  const sync = (path: string, since = { versionID: "", version: 0 }) =>
    backend.call(path, { userID: "alice", ...since }, alice, incremental);
  const friends = "/friend/get_incremental_friends";
  const groups = "/group/get_incremental_join_groups";
  const conversations = "/conversation/get_incremental_conversations";

  it("send a new friend, group and conversation as inserted, and only once", async () => {
    const before = { f: await sync(friends), g: await sync(groups), c: await sync(conversations) };
    expect(before.f).toMatchObject({ full: true, version: 1, insert: null, update: null, delete: null });
    backend.im.makeFriends("alice", "bob");
    const groupID = backend.im.createGroup({ name: "G", owner: "bob", members: ["alice"] });
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: {} });

    const f = await sync(friends, before.f);
    expect(f.insert).toMatchObject([
      { ownerUserID: "alice", friendUser: { userID: "bob", nickname: "BOB" } },
    ]);
    expect((await sync(groups, before.g)).insert).toMatchObject([{ groupID, memberCount: 2 }]);
    expect((await sync(conversations, before.c)).insert).toMatchObject([
      { conversationID: `sg_${groupID}`, conversationType: 3, groupID },
      { conversationID: "si_alice_bob", conversationType: 1, userID: "bob", burnDuration: 0 },
    ]);
    expect(await sync(friends, f)).toMatchObject({ full: false, insert: null, update: null, delete: null });
  });

  it("send a friend's new name as updated, with the notification that starts the sync", async () => {
    backend.im.makeFriends("alice", "bob");
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    const before = await sync(friends);
    const client = await connectGob(backend.origin, { userID: "alice", token: alice });
    backend.im.updateUser("bob", { nickname: "Robert" });
    expect((await sync(friends, before)).update).toMatchObject([{ friendUser: { nickname: "Robert" } }]);
    await eventually(() => expect(client.notified().map((tip) => tip.contentType)).toEqual([1209, 1516]));
    const [toFriend, toGroup] = client.notified();
    expect(toFriend && tipsOf(toFriend)).toEqual({ userID: "bob" });
    expect(toGroup && tipsOf(toGroup)).toMatchObject({
      group: { groupID },
      changedUser: { userID: "bob", nickname: "Robert" },
      groupMemberVersion: 2,
    });
  });

  it("send group members with the group, in display order", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "bob", members: ["alice", "carol"] });
    const schema = v.object({
      respList: v.record(v.string(), v.looseObject({ ...incremental.entries, group: v.unknown() })),
    });
    const batch = async (since = { versionID: "", version: 0 }) => {
      const body = { userID: "alice", reqList: [{ groupID, ...since }] };
      const { respList } = await backend.call(
        "/group/get_incremental_group_members_batch",
        body,
        alice,
        schema,
      );
      const changes = respList[groupID];
      if (changes === undefined) throw new Error("group is not answered");
      return changes;
    };
    const first = await batch();
    expect(first).toMatchObject({ full: true, group: { groupID }, version: 1 });
    expect(await batch(first)).toMatchObject({ full: false, group: null, update: null });
    backend.im.updateUser("carol", { nickname: "Caroline" });
    const changed = await batch(first);
    expect(changed).toMatchObject({
      full: false,
      group: { groupID },
      update: [{ userID: "carol", nickname: "Caroline" }],
    });
    const full = await backend.post("/group/get_full_group_member_user_ids", { groupID, idHash: 0 }, alice);
    expect(full.data).toMatchObject({ version: 2, equal: false, userIDs: ["bob", "alice", "carol"] });
  });

  it("send settings of a conversation, and the private chat switch to both sides", async () => {
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: {} });
    const bob = await connectGob(backend.origin, { userID: "bob", token: backend.token("bob") });
    const before = await sync(conversations);
    const conversation = {
      conversationID: "si_alice_bob",
      conversationType: 1,
      userID: "bob",
      groupID: "",
      isPrivateChat: true,
      burnDuration: 10,
      recvMsgOpt: null,
      maxSeq: 0,
    };
    const set = () =>
      backend.post("/conversation/set_conversations", { userIDs: ["alice"], conversation }, alice);
    const peer = async () => {
      const body = { ownerUserID: "bob", conversationIDs: ["si_alice_bob"] };
      const schema = v.object({ conversations: v.unknown() });
      return (await backend.call("/conversation/get_conversations", body, backend.token("bob", 1), schema))
        .conversations;
    };
    expect((await set()).errCode).toBe(0);
    const after = await sync(conversations, before);
    expect(after.update).toMatchObject([{ isPrivateChat: true, burnDuration: 10 }]);
    await eventually(() => expect(bob.notified().map((tip) => tip.contentType)).toEqual([1701]));
    await eventually(() => expect(bob.received().map((tip) => tip.contentType)).toEqual([1701]));
    expect(await peer()).toMatchObject([{ isPrivateChat: true, burnDuration: 0 }]);
    expect(bob.notified().map((tip) => tip.contentType)).not.toContain(1300);
  });

  it("3-67 send the disappearing time to the user only, and the private chat switch on every change", async () => {
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: {} });
    const own = await connectGob(backend.origin, { userID: "alice", token: alice });
    const bob = await connectGob(backend.origin, { userID: "bob", token: backend.token("bob") });
    const set = async (changes: object) => {
      const target = { conversationID: "si_alice_bob", conversationType: 1, userID: "bob", groupID: "" };
      const conversation = { ...target, ...changes };
      const body = { userIDs: ["alice"], conversation };
      expect((await backend.post("/conversation/set_conversations", body, alice)).errCode).toBe(0);
    };
    await set({ burnDuration: 10, isPrivateChat: null });
    await eventually(() => expect(own.notified().map((tip) => tip.contentType)).toEqual([1300]));
    for (const isPrivateChat of [true, true, false]) await set({ isPrivateChat, burnDuration: null });
    await eventually(() => expect(bob.received().map((tip) => tip.contentType)).toEqual([1701, 1701, 1701]));
    await eventually(() => expect([told(bob, 1701).length, told(own, 1701).length]).toEqual([3, 3]));
    expect(told(bob, 1701).map((tip) => tipsOf(tip).isPrivate)).toEqual([true, true, false]);
    expect(bob.notified().map((tip) => tip.contentType)).toEqual([1701, 1701, 1701]);
    expect(own.notified().map((tip) => tip.contentType)).toEqual([1300, 1701, 1701, 1701]);
  });
});
