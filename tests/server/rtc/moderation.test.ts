import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DisconnectReason, TrackSource, TrackType } from "@livekit/protocol";
import { dispose } from "@livekit/rtc-node";
import { jwtVerify } from "jose";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accountTables } from "../../../server/chat/account-tables.ts";
import { createMediaRooms } from "../../../server/chat/media-rooms.ts";
import { createBackend, listen } from "../../../server/index.ts";
import { inMemory, openDatabase } from "../../../server/store/database.ts";
import { audioSection, videoSection, writeOffer } from "./offers.ts";
import { startCall, until } from "./people.ts";
import { type SignalClient, signal } from "./signal-client.ts";

const envelope = v.object({ errCode: v.number(), errMsg: v.string(), data: v.optional(v.unknown()) });
const access = v.object({ serverUrl: v.string(), token: v.string() });

/** Calls the chat server's routes below /user/rtc as one of its users. */
async function startServer(options: Partial<Parameters<typeof createBackend>[0]> = {}) {
  const backend = createBackend({ data: ":memory:", demo: false, print: () => {}, ...options });
  const { origin, close } = await listen(backend);
  const tokens = new Map<string, string>();
  for (const userID of ["alice", "bob", "carol"]) {
    backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
    tokens.set(userID, backend.im.issueToken(userID, 5));
  }
  const call = async (userID: string, route: string, body: object) => {
    const response = await fetch(`${origin}/chat/user/rtc/${route}`, {
      method: "POST",
      headers: { operationID: "1", token: tokens.get(userID) ?? "" },
      body: JSON.stringify(body),
    });
    return v.parse(envelope, await response.json());
  };
  return {
    backend,
    call,
    access: async (userID: string, room: string) =>
      v.parse(access, (await call(userID, "get_token", { room, identity: userID })).data),
    close,
  };
}

let server: Awaited<ReturnType<typeof startServer>>;
let room = "";
const clients: SignalClient[] = [];
const runningRoom = async () => (await server.backend.media.rooms()).find(({ name }) => name === room);
const enter = async (userID: string) => {
  const { serverUrl, token } = await server.access(userID, room);
  const client = await signal(serverUrl, token);
  clients.push(client);
  await client.next("join");
  return client;
};
const publishBoth = async (client: SignalClient) => {
  client.send({
    case: "addTrack",
    value: { cid: "mic-1", type: TrackType.AUDIO, source: TrackSource.MICROPHONE },
  });
  client.send({
    case: "addTrack",
    value: { cid: "cam-1", type: TrackType.VIDEO, source: TrackSource.CAMERA },
  });
  const sdp = writeOffer({ sections: [audioSection("7", "sendonly"), videoSection("8", "sendonly")] });
  client.send({ case: "offer", value: { type: "offer", id: 1, sdp } });
  await client.next("answer");
  return (await client.next("trackPublished")).track?.sid;
};
/** How often the server has muted the client, also by what is still on its way. */
const mutes = async (client: SignalClient) => {
  const earlier = client.all("pongResp").length;
  client.send({ case: "pingReq", value: {} });
  await client.next("pongResp", earlier + 1);
  return client.all("mute").length;
};

describe("the moderation of a room", () => {
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(() => {
    room = randomUUID();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => server.close());

  it("7-09 names the user who asked for the first token of the room, to users with a token", async () => {
    await server.access("alice", room);
    await server.access("bob", room);
    for (const userID of ["alice", "bob"]) {
      const answer = await server.call(userID, "room", { room });
      expect(answer).toMatchObject({ errCode: 0, data: { madeBy: "alice" } });
    }
    expect(await server.call("carol", "room", { room })).toMatchObject({ errCode: 1002 });
    expect(await server.call("alice", "room", { room: "coffee" })).toMatchObject({ errCode: 1004 });
    for (const room of ["", "x".repeat(129), 7]) {
      expect(await server.call("alice", "room", { room })).toMatchObject({ errCode: 1001 });
    }
  });

  it("7-09 mutes only the sound, and notifies its user and the other members; the camera continues", async () => {
    const alice = await enter("alice");
    const bob = await enter("bob");
    const sid = await publishBoth(bob);
    const body = { room, identity: "bob", action: "mute" };
    expect(await server.call("alice", "moderate", body)).toMatchObject({ errCode: 0 });
    expect(await bob.next("mute")).toMatchObject({ sid, muted: true });
    const updates = alice.all("update").flatMap(({ participants }) => participants);
    const tracks = updates.findLast(({ identity }) => identity === "bob")?.tracks;
    expect(tracks?.map(({ source, muted }) => [source, muted])).toEqual([
      [TrackSource.MICROPHONE, true],
      [TrackSource.CAMERA, false],
    ]);
    // A muted microphone is not muted again, until its user has unmuted it.
    expect(await server.call("alice", "moderate", body)).toMatchObject({ errCode: 0 });
    expect(await mutes(bob)).toBe(1);
    bob.send({ case: "mute", value: { sid: sid ?? "", muted: false } });
    expect(await mutes(bob)).toBe(1);
    expect(await server.call("alice", "moderate", body)).toMatchObject({ errCode: 0 });
    expect(await mutes(bob)).toBe(2);
  });

  it("7-09 tells hundreds of changes of one member in few messages, with a short name of each track", async () => {
    const alice = await enter("alice");
    const bob = await enter("bob");
    const value = { cid: `cam-${"x".repeat(4000)}`, type: TrackType.VIDEO, source: TrackSource.CAMERA };
    bob.send({ case: "addTrack", value });
    const { cid, track } = await bob.next("trackPublished");
    expect(cid).toBe(value.cid);
    const sdp = writeOffer({ sections: [videoSection("7", "sendonly")] });
    bob.send({ case: "offer", value: { type: "offer", id: 1, sdp } });
    await bob.next("answer");
    const sid = track?.sid ?? "";
    for (let count = 0; count < 400; count += 1) {
      bob.send({ case: "mute", value: { sid, muted: count % 2 === 0 } });
    }
    bob.send({ case: "updateVideoTrack", value: { trackSid: sid, width: 641, height: 480 } });
    const tracks = () =>
      alice
        .all("update")
        .flatMap(({ participants }) =>
          participants.filter(({ identity }) => identity === "bob").flatMap((member) => member.tracks),
        );
    await until(() => expect(tracks().at(-1)).toMatchObject({ muted: false, width: 641 }));
    expect(tracks().length).toBeLessThan(200);
    expect(tracks().at(-1)?.codecs[0]?.cid).toHaveLength(128);
  });

  it("7-09 mutes sound, whatever the client says of its source", async () => {
    await enter("alice");
    const bob = await enter("bob");
    const sources = [TrackSource.UNKNOWN, TrackSource.SCREEN_SHARE_AUDIO];
    for (const [i, source] of sources.entries()) {
      bob.send({ case: "addTrack", value: { cid: `sound-${i}`, type: TrackType.AUDIO, source } });
      await bob.next("trackPublished", i + 1);
    }
    const body = { room, identity: "bob", action: "mute" };
    expect(await server.call("alice", "moderate", body)).toMatchObject({ errCode: 0 });
    const sids = bob.all("trackPublished").map(({ track }) => track?.sid);
    await expect.poll(() => bob.all("mute").map(({ sid }) => sid)).toEqual(sids);
  });

  it("7-09 removes a member; the token lets the member join again, as on a real LiveKit", async () => {
    await enter("alice");
    const bob = await enter("bob");
    const body = { room, identity: "bob", action: "remove" };
    expect(await server.call("alice", "moderate", body)).toMatchObject({ errCode: 0 });
    expect(await bob.next("leave")).toMatchObject({ reason: DisconnectReason.PARTICIPANT_REMOVED });
    await bob.closed();
    const running = await runningRoom();
    expect(running?.participants.map(({ identity }) => identity)).toEqual(["alice"]);
    await enter("bob");
  });

  it("7-09 refuses others, unknown rooms and members, and malformed requests", async () => {
    await enter("alice");
    await enter("bob");
    const ask = (userID: string, more: object) =>
      server.call(userID, "moderate", { room, identity: "alice", action: "remove", ...more });
    expect(await ask("bob", {})).toMatchObject({ errCode: 1002 });
    expect(await ask("carol", {})).toMatchObject({ errCode: 1002 });
    expect(await ask("alice", { room: "coffee" })).toMatchObject({ errCode: 1004 });
    expect(await ask("alice", { identity: "carol" })).toMatchObject({ errCode: 1004 });
    for (const more of [{ identity: "x".repeat(65) }, { identity: "" }, { action: "ban" }, { room: 1 }]) {
      expect(await ask("alice", more)).toMatchObject({ errCode: 1001 });
    }
    expect((await runningRoom())?.participants).toHaveLength(2);
    // A room has no members after all have left.
    for (const client of clients.splice(0)) {
      client.send({ case: "leave", value: {} });
      await client.closed();
    }
    expect(await ask("alice", { identity: "bob" })).toMatchObject({ errCode: 1004 });
  });

  it("7-09 gives no creator to a running room that is not stored", async () => {
    const token = await server.backend.media.token({ room, identity: "alice", name: "" });
    const { serverUrl } = await server.access("bob", "other");
    const alice = await signal(serverUrl, token);
    clients.push(alice);
    await alice.next("join");
    await server.access("bob", room);
    expect(await server.call("bob", "room", { room })).toMatchObject({ data: { madeBy: null } });
  });
});

describe("the stored rooms", () => {
  it("7-09 are the newest, at most a hundred of one user", () => {
    let time = 0;
    const db = openDatabase(inMemory, accountTables);
    const rooms = createMediaRooms(db, () => ++time);
    rooms.note("tea", "alice", "alice");
    for (let i = 0; i < 100; i += 1) rooms.note(`room-${i}`, "mallory", "mallory");
    rooms.note("room-100", "mallory", "mallory");
    expect([rooms.find("room-0"), rooms.find("room-1")?.madeBy]).toEqual([undefined, "mallory"]);
    expect(rooms.find("tea")?.has("alice")).toBe(true);
    time += 24 * 60 * 60_000 + 1;
    expect(rooms.find("tea")).toBeUndefined();
    db.close();
  });
});

describe("a restart", () => {
  it("7-09 keep the creator of a meeting, and the users with a token", async () => {
    const data = mkdtempSync(join(tmpdir(), "parley-rooms-"));
    const before = await startServer({ data });
    await before.access("alice", "tea");
    await before.close();
    const after = await startServer({ data });
    await after.access("bob", "tea");
    for (const userID of ["alice", "bob"]) {
      expect(await after.call(userID, "room", { room: "tea" })).toMatchObject({ data: { madeBy: "alice" } });
    }
    await after.close();
    rmSync(data, { recursive: true });
  });
});

describe("a room on a separate LiveKit server", () => {
  const secret = "a secret of that server";
  const asked: { url: string; claims: unknown; body: unknown }[] = [];
  let isDown = false;
  /** LiveKit's RoomService as the real one answers: the names of proto fields, and Twirp's errors. */
  const twirp = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body: unknown = JSON.parse(text);
    const [, token = ""] = (request.headers.authorization ?? "").split(" ");
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { issuer: "key-1" });
    asked.push({ url: request.url ?? "", claims: payload.video, body });
    const answer = (status: number, value: object) => response.writeHead(status).end(JSON.stringify(value));
    if (isDown) answer(503, { code: "unavailable", msg: "no" });
    else if (text.includes("carol")) answer(404, { code: "not_found", msg: "participant does not exist" });
    else if (request.url?.endsWith("/GetParticipant"))
      answer(200, {
        identity: "bob",
        tracks: [
          { sid: "TR_1", type: "AUDIO", source: "MICROPHONE" },
          { sid: "TR_2", type: "VIDEO", source: "CAMERA" },
          { sid: "TR_3", type: "AUDIO", source: "MICROPHONE", muted: true },
          // The first value of an enumeration may be absent.
          { sid: "TR_4", source: "SCREEN_SHARE_AUDIO" },
        ],
      });
    else if (request.url?.endsWith("/ListParticipants") && text.includes("busy"))
      answer(200, { participants: [{ identity: "carol" }] });
    else answer(200, {});
  });
  let livekit = { url: "", apiKey: "key-1", apiSecret: secret };
  beforeAll(async () => {
    await new Promise<void>((resolve) => twirp.listen(0, "127.0.0.1", resolve));
    const address = twirp.address();
    const port = typeof address === "object" ? address?.port : undefined;
    livekit = { ...livekit, url: `ws://127.0.0.1:${port}/` };
    server = await startServer({ livekit });
    await server.access("alice", "tea");
  });
  beforeEach(() => {
    isDown = false;
    asked.length = 0;
  });
  afterAll(async () => {
    await server.close();
    twirp.close();
  });
  const moderate = (identity: string, action: string) =>
    server.call("alice", "moderate", { room: "tea", identity, action });

  it("7-09 is moderated by that server's RoomService, with a token for this room only", async () => {
    expect(await moderate("bob", "mute")).toMatchObject({ errCode: 0 });
    expect(await moderate("bob", "remove")).toMatchObject({ errCode: 0 });
    const claims = expect.objectContaining({ room: "tea", roomAdmin: true, roomJoin: false });
    const bob = { room: "tea", identity: "bob" };
    const service = "/twirp/livekit.RoomService";
    expect(asked).toEqual([
      { url: `${service}/GetParticipant`, claims, body: bob },
      { url: `${service}/MutePublishedTrack`, claims, body: { ...bob, track_sid: "TR_1", muted: true } },
      { url: `${service}/MutePublishedTrack`, claims, body: { ...bob, track_sid: "TR_4", muted: true } },
      { url: `${service}/RemoveParticipant`, claims, body: bob },
    ]);
  });

  it("7-09 has no creator if a user is in it already, or if that server does not answer", async () => {
    const makerOf = async (room: string) => {
      await server.access("bob", room);
      return (await server.call("bob", "room", { room })).data;
    };
    expect(await makerOf("quiet")).toEqual({ madeBy: "bob" });
    const claims = expect.objectContaining({ room: "quiet", roomAdmin: true, roomJoin: false });
    const url = "/twirp/livekit.RoomService/ListParticipants";
    expect(asked).toEqual([{ url, claims, body: { room: "quiet" } }]);
    expect(await makerOf("busy")).toEqual({ madeBy: null });
    isDown = true;
    expect(await makerOf("unclear")).toEqual({ madeBy: null });
  });

  it("7-09 counts moderation in a rate of its own", async () => {
    const limited = await startServer({ livekit, rates: { moderation: { burst: 2, perMinute: 1 } } });
    await limited.access("alice", "tea");
    const codes = [];
    for (let i = 0; i < 3; i += 1) {
      const body = { room: "tea", identity: "bob", action: "mute" };
      codes.push((await limited.call("alice", "moderate", body)).errCode);
    }
    expect(codes).toEqual([0, 0, 20005]);
    await limited.close();
  });

  it("7-09 answers an unknown member, and a server that does not answer, with an error", async () => {
    expect(await moderate("carol", "remove")).toMatchObject({ errCode: 1004 });
    expect(await moderate("carol", "mute")).toMatchObject({ errCode: 1004 });
    isDown = true;
    expect(await moderate("bob", "remove")).toMatchObject({
      errCode: 500,
      errMsg: "the media server cannot be reached",
    });
  });
});

describe("a muted client", () => {
  it("7-09 is not heard", async () => {
    const call = await startCall();
    const [alice, bob] = [await call.join("alice"), await call.join("bob")];
    await bob.publishMicrophone();
    await alice.hears("bob");
    expect(await call.media.moderate({ room: "tea", identity: "bob", action: "mute" })).toBe("done");
    await alice.told("bob muted");
    await alice.isQuiet("bob");
    await call.clear();
    await call.close();
    await dispose();
  });
});
