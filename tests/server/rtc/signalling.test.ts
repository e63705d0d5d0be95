import { once } from "node:events";
import { connect } from "node:net";
import {
  DisconnectReason,
  LeaveRequest_Action,
  ParticipantInfo_State,
  RequestResponse_Reason,
  SubscriptionError,
  TrackSource,
  TrackType,
} from "@livekit/protocol";
import { dispose } from "@livekit/rtc-node";
import { decodeJwt, SignJWT } from "jose";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { signMediaToken } from "../../../server/rtc/access/token.ts";
import type { Rooms } from "../../../server/rtc/rooms/rooms.ts";
import { createSignalling } from "../../../server/rtc/thread/signalling.ts";
import { audioSection, placeholders, videoSection, writeOffer } from "./offers.ts";
import { type Call, holds, startCall, until } from "./people.ts";
import { joinParameter, joinUrl, refusalIn, refusalOf, type SignalClient, signal } from "./signal-client.ts";

let call: Call;
let clients: SignalClient[];
beforeAll(async () => {
  call = await startCall();
  clients = [];
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.send({ case: "leave", value: {} });
    await client.closed();
  }
  await call.clear();
});
afterAll(async () => {
  await call.close();
  await dispose();
});

async function enter(identity: string, ...more: [join?: Parameters<typeof signal>[2], rights?: object]) {
  const [join = {}, rights = {}] = more;
  const client = await signal(call.url, await call.token(identity, { rights }), join);
  clients.push(client);
  return client;
}

const microphone = { cid: "mic-1", type: TrackType.AUDIO, source: TrackSource.MICROPHONE };
const camera = { cid: "cam-1", type: TrackType.VIDEO, source: TrackSource.CAMERA, width: 640, height: 480 };
const offer = (sections: string[][], id: number, fragment?: string) => ({
  case: "offer" as const,
  value: {
    type: "offer",
    id,
    sdp: writeOffer({ sections, ...(fragment === undefined ? {} : { fragment }) }),
  },
});

describe("joining", () => {
  it("7-09 refuses malformed, foreign and expired tokens before the upgrade, and in the check, too", async () => {
    const foreign = await new SignJWT({ video: { roomJoin: true, room: "tea" } })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("parley")
      .setSubject("mallory")
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode("not the secret of this server"));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${foreign.split(".")[1]}.`;
    const expired = await call.token("alice", { lifetime: -60 });
    for (const token of ["", "nonsense", foreign, unsigned, expired]) {
      expect(await refusalOf(joinUrl(call.url, token))).toEqual({ status: 401, text: "invalid token" });
      const answer = await fetch(
        joinUrl(call.url.replace("ws", "http"), token).replace("/v1?", "/v1/validate?"),
      );
      expect([answer.status, await answer.text()]).toEqual([401, "invalid token"]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect(await call.media.rooms()).toEqual([]);
  });

  it("7-09 refuses a token without a room", async () => {
    const token = await call.token("alice", { room: "" });
    expect(await refusalOf(joinUrl(call.url, token))).toEqual({ status: 401, text: "permissions denied" });
  });

  it("7-09 confirms a valid token in the check", async () => {
    const url = call.url.replace("ws", "http");
    const target = joinUrl(url, await call.token("alice"), {}, "/rtc/v1/validate");
    const answer = await fetch(target);
    expect([answer.status, await answer.text()]).toEqual([200, "success"]);
  });

  it("refuses a malformed join request, and the older protocol with a clear text", async () => {
    const token = await call.token("alice");
    const at = (path: string) => refusalOf(`${call.url}${path}`);
    const malformed = await at(`/rtc/v1?access_token=${token}&join_request=_____w==`);
    expect(malformed.status).toBe(400);
    for (const none of ["", "&join_request="]) {
      const missing = { status: 400, text: "join_request is required" };
      expect(await at(`/rtc/v1?access_token=${token}${none}`)).toEqual(missing);
      const older = await at(`/rtc?access_token=${token}${none}`);
      expect(older.status).toBe(403);
      expect(older.text).toContain("/rtc/v1");
    }
    const parameter = joinParameter({ metadata: "abc" });
    expect(parameter).toContain("=");
    const unpadded = await at(`/rtc/v1?access_token=${token}&join_request=${parameter.replace(/=+$/, "")}`);
    expect(unpadded).toEqual({ status: 400, text: "cannot base64 decode wrapped join request" });
  });

  it("uses a single connection after a join request on any path: the Go SDK uses /rtc", async () => {
    const publisherOffer = { type: "offer", id: 3, sdp: writeOffer({ sections: placeholders() }) };
    const alice = await signal(call.url, await call.token("alice"), { publisherOffer }, "/rtc");
    clients.push(alice);
    expect((await alice.next("join")).subscriberPrimary).toBe(false);
    expect((await alice.next("answer")).id).toBe(3);
  });

  it("limits a user to eight rooms, so that a user cannot fill the server", async () => {
    const into = async (room: string, identity: string) => {
      const client = await signal(call.url, await call.token(identity, { room }));
      clients.push(client);
      return client;
    };
    for (let i = 1; i <= 8; i += 1) await (await into(`room-${i}`, "mallory")).next("join");
    const ninth = joinUrl(call.url, await call.token("mallory", { room: "room-9" }));
    expect(await refusalOf(ninth)).toEqual({ status: 403, text: "one person can be in 8 calls at a time" });
    await (await into("room-9", "alice")).next("join");
    // A participant may come back to a room, and after leaving a room may join another.
    await (await into("room-8", "mallory")).next("join");
    const [first] = clients;
    first?.send({ case: "leave", value: {} });
    await first?.closed();
    clients.shift();
    await (await into("room-9", "mallory")).next("join");
  });

  it("gives a participant a token to come back with", async () => {
    const rights = { canPublishData: false };
    const token = await call.token("alice", { rights, lifetime: 30 });
    const alice = await signal(call.url, token);
    clients.push(alice);
    const fresh = await alice.next("refreshToken");
    const [before, after] = [decodeJwt(token), decodeJwt(fresh)];
    expect(after).toMatchObject({ iss: before.iss, sub: "alice", name: "ALICE", video: before.video });
    expect((after.exp ?? 0) - (before.exp ?? 0)).toBeGreaterThan(500);
    const again = await signal(call.url, fresh);
    clients.push(again);
    expect((await again.next("join")).participant?.permission?.canPublishData).toBe(false);
    expect(await alice.closed()).toBe(1000);
    clients.splice(clients.indexOf(alice), 1);
  });

  it("returns 503 after its end, so that a client tries again", async () => {
    const ending = await startCall();
    const token = await ending.token("alice");
    await ending.media.close();
    expect((await refusalOf(joinUrl(ending.url, token))).status).toBe(503);
    const asked = joinUrl(ending.url.replace("ws", "http"), token, {}, "/rtc/v1/validate");
    expect((await fetch(asked)).status).toBe(503);
    await ending.close();
  });

  it("tells a client that is joining that the server ends", async () => {
    const rooms: Rooms = {
      checkPlace: () => {},
      open: () => ({ onFrame: () => 0, onClose: () => {} }),
      summary: () => [],
      moderate: () => false,
      shutDown: () => {},
    };
    const key = { apiKey: "parley", secret: new TextEncoder().encode("a secret of this test") };
    const { server, stopListening } = createSignalling({ rooms, key, report: () => {} });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = v.parse(v.object({ port: v.number() }), server.address());
    const claims = { identity: "alice", name: "Alice", video: { room: "tea" }, lifetime: 60 };
    const target = new URL(joinUrl(`ws://127.0.0.1:${port}`, await signMediaToken(claims, key)));
    const connection = connect(port, "127.0.0.1");
    connection.write(`GET ${target.pathname}${target.search} HTTP/1.1\r\nHost: localhost\r\n`);
    const [accepted] = await once(server, "connection");
    await until(() => holds(accepted.bytesRead > 0, "the server reads the request"));
    stopListening();
    connection.write("Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    let answer = "";
    for await (const chunk of connection) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nthe server is shutting down$/);
    await once(server, "close");
  });

  it("allows sixteen people in a room and refuses the next", async () => {
    for (let i = 1; i <= 16; i += 1) await (await enter(`guest-${i}`)).next("join");
    const refusal = await refusalOf(joinUrl(call.url, await call.token("guest-17")));
    expect(refusal).toEqual({ status: 403, text: "the room is full: 16 people are in it" });
    // Coming back does not count as another participant.
    await (await enter("guest-8")).next("join");
    expect((await call.room())?.participants).toHaveLength(16);
  });
});

describe("the signalling of a session", () => {
  it("starts with the members, and answers every offer", async () => {
    await (await enter("alice")).next("join");
    const bob = await enter("bob", {
      publisherOffer: { type: "offer", id: 7, sdp: writeOffer({ sections: placeholders() }) },
    });
    const join = await bob.next("join");
    expect(bob.received[0]?.case).toBe("join");
    expect(join).toMatchObject({ subscriberPrimary: false, pingInterval: 5, pingTimeout: 15 });
    expect(join.participant).toMatchObject({ identity: "bob", name: "BOB" });
    expect(join.participant?.permission).toMatchObject({ canPublish: true, canSubscribe: true });
    expect(join.otherParticipants.map(({ identity }) => identity)).toEqual(["alice"]);
    expect(await bob.next("answer")).toMatchObject({ type: "answer", id: 7, midToTrackId: {} });
    bob.send(offer(placeholders(), 8));
    expect((await bob.next("answer", 2)).id).toBe(8);
    bob.send({ case: "pingReq", value: { timestamp: 42n } });
    expect((await bob.next("pongResp")).lastPingTimestamp).toBe(42n);
  });

  it("requests an announced track that an offer left out, because native clients forget it otherwise", async () => {
    const alice = await enter("alice");
    alice.send({ case: "addTrack", value: microphone });
    alice.send(offer(placeholders(), 1));
    expect(await alice.next("mediaSectionsRequirement")).toMatchObject({ numAudios: 0, numVideos: 0 });
    const sections = [...placeholders(), audioSection("7", "sendonly")];
    alice.send(offer(sections, 2));
    const sid = (await alice.next("trackPublished")).track?.sid;
    await until(async () => holds((await call.room())?.participants[0]?.tracks[0] === sid, "published"));
    // If the track never comes, the server stops requesting it.
    alice.send({ case: "addTrack", value: camera });
    for (let id = 3; id <= 12; id += 1) alice.send(offer(sections, id));
    await alice.next("answer", 12);
    alice.send({ case: "pingReq", value: {} });
    await alice.next("pongResp");
    expect(alice.all("mediaSectionsRequirement")).toHaveLength(5);
  });

  it("reports a mute to all, if the track belongs to the sender", async () => {
    const [alice, bob, carol] = [await enter("alice"), await enter("bob"), await call.join("carol")];
    alice.send({ case: "addTrack", value: microphone });
    const { track, cid } = await alice.next("trackPublished");
    expect(cid).toBe("mic-1");
    alice.send(offer([...placeholders(), audioSection("7", "sendonly")], 1));
    const sid = track?.sid ?? "";
    await until(async () => holds((await call.room())?.participants[0]?.tracks[0] === sid, "published"));
    bob.send({ case: "mute", value: { sid, muted: true } });
    bob.send({ case: "pingReq", value: {} });
    await bob.next("pongResp");
    expect(carol.events).not.toContain("alice muted");
    alice.send({ case: "mute", value: { sid, muted: true } });
    await carol.told("alice muted");
    alice.send({ case: "mute", value: { sid, muted: false } });
    await carol.told("alice unmuted");
  });

  it("7-09 gives a track only to those whom its publisher names, also later", async () => {
    const [alice, bob, carol] = [await enter("alice"), await enter("bob"), await enter("carol")];
    const few = [audioSection("0", "recvonly")];
    for (const listener of [bob, carol]) {
      listener.send(offer(few, 1));
      await listener.next("answer");
    }
    const permit = (allParticipants: boolean, ...identities: string[]) => {
      const trackPermissions = identities.map((participantIdentity) => ({
        participantIdentity,
        allTracks: true,
      }));
      alice.send({ case: "subscriptionPermission", value: { allParticipants, trackPermissions } });
    };
    permit(false, "bob");
    alice.send({ case: "addTrack", value: microphone });
    const { track } = await alice.next("trackPublished");
    const trackSid = track?.sid ?? "";
    alice.send(offer([...placeholders(), audioSection("7", "sendonly")], 1));
    await bob.next("mediaSectionsRequirement");
    expect(await carol.next("subscriptionPermissionUpdate")).toMatchObject({ trackSid, allowed: false });
    const tracksOf = async (listener: typeof bob, id: number) => {
      listener.send(offer(few, id));
      return (await listener.next("answer", id)).midToTrackId;
    };
    expect([await tracksOf(bob, 2), await tracksOf(carol, 2)]).toEqual([{ 0: trackSid }, {}]);
    // Asking for it does not help.
    carol.send({ case: "subscription", value: { trackSids: [trackSid], subscribe: true } });
    expect(await tracksOf(carol, 3)).toEqual({});

    const dave = await enter("dave");
    expect(await dave.next("subscriptionPermissionUpdate")).toMatchObject({ trackSid, allowed: false });
    expect(await tracksOf(dave, 1)).toEqual({});

    permit(false, "carol");
    expect(await carol.next("subscriptionPermissionUpdate", 3)).toMatchObject({ trackSid, allowed: true });
    expect(await bob.next("subscriptionPermissionUpdate")).toMatchObject({ trackSid, allowed: false });
    expect([await tracksOf(bob, 3), await tracksOf(carol, 4)]).toEqual([{}, { 0: trackSid }]);
    permit(true);
    expect(await bob.next("subscriptionPermissionUpdate", 2)).toMatchObject({ trackSid, allowed: true });
    expect(await tracksOf(bob, 4)).toEqual({ 0: trackSid });
  });

  it("asks a subscriber for missing sections, and clears a section before its next track", async () => {
    const [alice, bob] = [await enter("alice"), await enter("bob")];
    const few = [audioSection("0", "recvonly")];
    bob.send(offer(few, 1));
    await bob.next("answer");
    alice.send({ case: "addTrack", value: camera });
    alice.send(offer([...placeholders(), videoSection("7", "sendonly")], 1));
    expect(await bob.next("mediaSectionsRequirement")).toMatchObject({ numAudios: 0, numVideos: 1 });
    const more = [...few, videoSection("1", "recvonly")];
    bob.send(offer(more, 2));
    const first = (await alice.next("trackPublished")).track?.sid ?? "";
    const answer = await bob.next("answer", 2);
    expect(answer.midToTrackId).toEqual({ "1": first });
    expect(answer.sdp).toMatch(new RegExp(`a=msid:PA_\\w+\\|camera ${first}`));
    expect((await alice.next("trackSubscribed")).trackSid).toBe(first);

    // The camera is switched off and another track comes: the section is inactive once in between.
    alice.send(offer([...placeholders(), videoSection("7", "inactive")], 2));
    await bob.next("mediaSectionsRequirement", 2);
    alice.send({ case: "addTrack", value: { ...camera, cid: "cam-2" } });
    alice.send(offer([...placeholders(), videoSection("7", "sendonly", "cam-2")], 3));
    const second = (await alice.next("trackPublished", 2)).track?.sid ?? "";
    await until(async () => holds((await call.room())?.participants[0]?.tracks[0] === second, "published"));
    bob.send(offer(more, 3));
    expect((await bob.next("answer", 3)).midToTrackId).toEqual({});
    expect(await bob.next("mediaSectionsRequirement", 3)).toMatchObject({ numAudios: 0, numVideos: 0 });
    bob.send(offer(more, 4));
    expect((await bob.next("answer", 4)).midToTrackId).toEqual({ "1": second });
  });

  it("also receives on a section that sends a track, because Pion publishes there", async () => {
    const [alice, bob] = [await enter("alice"), await enter("bob")];
    alice.send({ case: "addTrack", value: microphone });
    alice.send(offer([audioSection("0", "sendonly")], 1));
    const sid = (await alice.next("trackPublished")).track?.sid ?? "";
    await until(async () => holds((await call.room())?.participants[0]?.tracks[0] === sid, "published"));
    bob.send(offer([audioSection("0", "recvonly")], 1));
    expect((await bob.next("answer")).midToTrackId).toEqual({ "0": sid });
    bob.send({ case: "addTrack", value: microphone });
    bob.send(offer([audioSection("0", "sendrecv")], 2));
    const answer = await bob.next("answer", 2);
    expect(answer.midToTrackId).toEqual({ "0": sid });
    expect(answer.sdp).toContain("\r\na=sendrecv\r\n");
    const own = (await bob.next("trackPublished")).track?.sid ?? "";
    await until(async () => holds((await call.room())?.participants[1]?.tracks[0] === own, "published"));
    // Each direction can end without the other.
    bob.send(offer([audioSection("0", "recvonly")], 3));
    expect((await bob.next("answer", 3)).sdp).toContain("\r\na=sendonly\r\n");
    bob.send({ case: "addTrack", value: { ...microphone, cid: "mic-2" } });
    bob.send(offer([audioSection("0", "sendrecv", "mic-2")], 4));
    await bob.next("answer", 4);
    alice.send(offer([audioSection("0", "inactive")], 2));
    await bob.next("mediaSectionsRequirement");
    bob.send(offer([audioSection("0", "sendrecv", "mic-2")], 5));
    expect(await bob.next("answer", 5)).toMatchObject({
      midToTrackId: {},
      sdp: expect.stringContaining("a=recvonly"),
    });
  });

  it("uses redundancy for sound, unless the publisher declines it", async () => {
    const alice = await enter("alice");
    alice.send({ case: "addTrack", value: microphone });
    const screen = { ...microphone, cid: "mic-2", source: TrackSource.SCREEN_SHARE_AUDIO };
    alice.send({ case: "addTrack", value: { ...screen, disableRed: true } });
    alice.send(offer([audioSection("0", "sendonly"), audioSection("1", "sendonly", "mic-2")], 1));
    const { sdp } = await alice.next("answer");
    expect(sdp.match(/^m=audio .*(?=\r)/gm)).toEqual([
      "m=audio 9 UDP/TLS/RTP/SAVPF 63 111",
      "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    ]);
    await until(() => {
      const [published] = alice
        .all("update")
        .flatMap(({ participants }) => participants.slice(-1))
        .reverse();
      expect(published?.tracks.map(({ mimeType, disableRed }) => [mimeType, disableRed])).toEqual([
        ["audio/red", false],
        ["audio/opus", true],
      ]);
    });
  });

  it("tells a subscriber that it cannot decode a track, and does not ask again", async () => {
    const [alice, bob] = [await enter("alice"), await enter("bob")];
    const onlyH264 = videoSection("0", "recvonly").filter(
      (line) => !/\b9[67]\b.*(VP8|apt)|^a=.*:9[67] /.test(line),
    );
    bob.send(offer([onlyH264], 1));
    await bob.next("answer");
    alice.send({ case: "addTrack", value: camera });
    alice.send(offer([videoSection("0", "sendonly")], 1));
    expect((await bob.next("subscriptionResponse")).err).toBe(SubscriptionError.SE_CODEC_UNSUPPORTED);
    expect(bob.all("mediaSectionsRequirement")).toEqual([]);
  });

  it("refuses a track of a participant who may not publish", async () => {
    const alice = await enter("alice", {}, { canPublish: false });
    alice.send({ case: "addTrack", value: microphone });
    expect((await alice.next("requestResponse")).reason).toBe(RequestResponse_Reason.NOT_ALLOWED);
    alice.send(offer([...placeholders(), audioSection("7", "sendonly")], 1));
    expect((await alice.next("answer")).sdp).not.toContain("a=recvonly");
    expect((await call.room())?.participants[0]?.tracks).toEqual([]);
  });

  it("ends politely when a participant leaves, and names the reason of a removal", async () => {
    const [alice, bob] = [await enter("alice"), await enter("bob")];
    alice.send({ case: "leave", value: { reason: DisconnectReason.CLIENT_INITIATED } });
    expect(await alice.closed()).toBe(1000);
    await until(() => {
      const updates = bob.all("update").flatMap(({ participants }) => participants);
      const left = updates.find(({ state }) => state === ParticipantInfo_State.DISCONNECTED);
      expect(left?.identity).toBe("alice");
    });
    const again = await enter("bob");
    await again.next("join");
    expect(await bob.next("leave")).toMatchObject({
      reason: DisconnectReason.DUPLICATE_IDENTITY,
      action: LeaveRequest_Action.DISCONNECT,
    });
    expect(again.all("leave")).toEqual([]);
  });
});

describe("coming back", () => {
  it("resumes the session with a reconnect first, and renews ICE with the client", async () => {
    const alice = await enter("alice");
    const sid = (await alice.next("join")).participant?.sid ?? "";
    alice.send(offer(placeholders(), 1));
    const fragment = (sdp: string) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1];
    const before = fragment((await alice.next("answer")).sdp);
    alice.close();
    const back = await enter("alice", { reconnect: true, participantSid: sid });
    await back.next("roomUpdate");
    // Later messages, e.g. connection quality, may come in any order.
    const first = back.received.slice(0, 3).map((message) => message.case);
    expect(first).toEqual(["reconnect", "update", "roomUpdate"]);
    back.send(offer(placeholders(), 2, "efgh"));
    const renewed = fragment((await back.next("answer")).sdp);
    back.send(offer(placeholders(), 3, "efgh"));
    expect(fragment((await back.next("answer", 2)).sdp)).toBe(renewed);
    expect(renewed).not.toBe(before);
  });

  it("waits for a lost participant for a while, then tells the others that it has left", async () => {
    const alice = await enter("alice");
    const bob = await enter("bob");
    await bob.next("join");
    alice.close();
    clients = clients.filter((client) => client !== alice);
    expect((await call.room())?.participants).toHaveLength(2);
    await until(async () => holds((await call.media.rooms()).length === 0, "both are gone"));
    await bob.closed();
    const updates = bob.all("update").flatMap(({ participants }) => participants);
    expect(updates.filter(({ state }) => state === ParticipantInfo_State.DISCONNECTED)).toMatchObject([
      { identity: "alice" },
    ]);
    // The other participant sent nothing over UDP either.
    expect(await bob.next("leave")).toMatchObject({ reason: DisconnectReason.CONNECTION_TIMEOUT });
    await bob.closed();
    clients = clients.filter((client) => client !== bob);
  });

  it("tells a client with an unknown session to join again", async () => {
    const alice = await enter("alice", { reconnect: true, participantSid: "PA_unknown" });
    expect(await alice.next("leave")).toMatchObject({
      action: LeaveRequest_Action.RECONNECT,
      reason: DisconnectReason.STATE_MISMATCH,
      canReconnect: true,
    });
    await alice.closed();
    clients = [];
    expect(await call.media.rooms()).toEqual([]);
  });
});

describe("hostile clients", () => {
  it("harm only their own session", async () => {
    const good = await enter("alice");
    await good.next("join");
    const garbage = await enter("mallory");
    garbage.sendRaw("text");
    garbage.sendRaw(Buffer.from([0xff, 0xff, 0xff, 0x01]));
    expect(await garbage.closed()).toBe(1000);
    const liar = await enter("oscar");
    liar.send({ case: "offer", value: { type: "offer", id: 1, sdp: "v=0\r\nm=audio x y z\r\n" } });
    expect(await liar.next("leave")).toMatchObject({ action: LeaveRequest_Action.DISCONNECT });
    const greedy = await enter("greta");
    for (let i = 0; i < 30; i += 1)
      greedy.send({ case: "addTrack", value: { ...microphone, cid: `mic-${i}` } });
    await greedy.next("requestResponse", 22);
    expect(greedy.all("trackPublished")).toHaveLength(8);
    clients = clients.filter((client) => client !== garbage && client !== liar);
    good.send({ case: "pingReq", value: { timestamp: 1n } });
    await good.next("pongResp");
  });

  it("that send thousands of requests wait for their answers, and others do not", async () => {
    const [good, flooding] = [await enter("alice"), await signal(call.url, await call.token("mallory"))];
    await good.next("join");
    for (let sent = 0; sent < 8000; sent += 1) flooding.send({ case: "pingReq", value: { timestamp: 1n } });
    await flooding.next("pongResp", 3900);
    good.send({ case: "pingReq", value: { timestamp: 1n } });
    await good.next("pongResp");
    expect(flooding.all("pongResp").length).toBeLessThan(7000);
    flooding.close();
    await (await enter("mallory")).next("join");
  });

  it("8-09 that send thousands of pings or texts wait for their answers, and others do not", async () => {
    const good = await enter("alice");
    await good.next("join");
    const [pinging, writing] = [await signal(call.url, await call.token("pia")), await enter("wally")];
    for (let sent = 0; sent < 8000; sent += 1) {
      pinging.ping();
      writing.sendRaw("text");
    }
    writing.send({ case: "pingReq", value: { timestamp: 1n } });
    await until(() => holds(pinging.pongs() > 3900, "the first pings are answered"));
    for (let asked = 1; asked <= 300; asked += 1) {
      good.send({ case: "pingReq", value: { timestamp: 1n } });
      await good.next("pongResp", asked);
    }
    expect(pinging.pongs()).toBeLessThan(7000);
    expect(writing.all("pongResp")).toEqual([]);
    pinging.close();
    writing.close();
    clients = clients.filter((client) => client !== writing);
    for (const identity of ["pia", "wally"]) await (await enter(identity)).next("join");
  });

  it("8-09 cannot send a request of thousands of fields, which take long to read", async () => {
    const good = await enter("alice");
    await good.next("join");
    const mallory = await enter("mallory");
    mallory.send({ case: "subscription", value: { trackSids: Array(1000).fill("TR_1"), subscribe: true } });
    mallory.send({ case: "pingReq", value: { timestamp: 1n } });
    await mallory.next("pongResp");
    mallory.send({ case: "subscription", value: { trackSids: Array(5000).fill("TR_1"), subscribe: true } });
    expect(await mallory.next("leave")).toMatchObject({ action: LeaveRequest_Action.DISCONNECT });
    await mallory.closed();
    clients = clients.filter((client) => client !== mallory);
    const participantAttributes = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`a${i}`, ""]));
    const packed = joinParameter({ participantAttributes }, { isPacked: true });
    const target = `${call.url}/rtc/v1?access_token=${await call.token("oscar")}&join_request=${packed}`;
    expect(await refusalOf(target)).toEqual({ status: 400, text: "malformed join_request" });
    good.send({ case: "pingReq", value: { timestamp: 1n } });
    await good.next("pongResp");
  });

  it("that join again and again are refused for a while, so that others hear of few joins", async () => {
    const token = await call.token("jules");
    let refusal = null;
    let joined = 0;
    // Half a minute allows another fifteen joins.
    for (; refusal === null && joined < 200; joined += 1) refusal = await refusalIn(joinUrl(call.url, token));
    expect(refusal).toEqual({ status: 503, text: "too many joins, try again later" });
    expect(joined).toBeGreaterThan(60);
  });

  it("that ask again and again whether they may join are refused for a while, because each question is read", async () => {
    const target = joinUrl(call.url.replace("ws", "http"), await call.token("quinn"), {}, "/rtc/v1/validate");
    let [asked, answer] = [0, await fetch(target)];
    for (; answer.status === 200 && asked < 200; asked += 1) answer = await fetch(target);
    expect([answer.status, await answer.text()]).toEqual([503, "too many joins, try again later"]);
    expect(asked).toBeGreaterThan(50);
  });

  it("cannot join with thousands of tracks, or with a packed request that unpacks to hundreds of kilobytes", async () => {
    const token = await call.token("peggy");
    const addTrackRequests = Array.from({ length: 40 }, (_, i) => ({ ...microphone, cid: `m${i}` }));
    const refusal = await refusalOf(joinUrl(call.url, token, { addTrackRequests }));
    expect(refusal).toEqual({ status: 400, text: "too many tracks in join_request" });
    const packed = (metadata: string) =>
      `${call.url}/rtc/v1?access_token=${token}&join_request=${joinParameter({ metadata }, { isPacked: true })}`;
    expect(await refusalIn(packed("x".repeat(100_000)))).toBeNull();
    expect(await refusalOf(packed("x".repeat(300_000)))).toMatchObject({ status: 400 });
  });

  it("cannot announce a track of a megabyte, which everyone in the room would get", async () => {
    const greedy = await enter("greta");
    greedy.send({ case: "addTrack", value: { ...microphone, cid: "x".repeat(900_000) } });
    const refused = await greedy.next("requestResponse");
    expect(refused).toMatchObject({
      reason: RequestResponse_Reason.NOT_ALLOWED,
      request: { case: undefined },
    });
    greedy.send({ case: "addTrack", value: microphone });
    expect((await greedy.next("trackPublished")).cid).toBe("mic-1");
  });
});
