// @vitest-environment jsdom
/** R21: the adapter detects silent members from the browser's packet counts. */
import { ConnectionQuality } from "livekit-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aMember, FakeTrack, joinFake } from "../support/fake-livekit.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => document.body.replaceChildren());

/** A call with Bob. His microphone sends packets. */
async function startCall() {
  const { livekit, heard, room: joined } = await joinFake();
  const bob = aMember("bob", { isMicrophoneEnabled: true });
  const voice = new FakeTrack("audio");
  livekit.arriveAt(bob);
  livekit.deliver(voice, "microphone", "bob");
  const publication = bob.trackPublications.get("microphone");
  if (!publication) throw new Error("Nothing was published");
  let comes = { packets: 50, traffic: 9000 };
  return {
    room: livekit,
    bob,
    voice,
    publication,
    joined,
    /** Sets the packets from Bob and the bytes of the whole connection for each following second. */
    set comes(each: { packets: number; traffic: number }) {
      comes = each;
    },
    async seconds(count: number) {
      for (let second = 0; second < count; second++) {
        voice.packetsReceived += comes.packets;
        voice.link.bytesReceived += comes.traffic;
        await vi.advanceTimersByTimeAsync(1000);
      }
    },
    /** The silence events since the last read. */
    get said() {
      return heard
        .splice(0)
        .flatMap(({ type }) => (type === "room.memberSilent" || type === "room.memberHeard" ? [type] : []));
    },
  };
}

const NOTHING = { packets: 0, traffic: 0 };
/** The server still answers, but sends no packets from Bob. */
const SILENCE = { packets: 0, traffic: 80 };
const SPEECH = { packets: 50, traffic: 9000 };

describe("a silent member (R21)", () => {
  it("R21 is reported after three seconds, and heard again with the first packet", async () => {
    const call = await startCall();
    await call.seconds(10);
    expect(call.said).toEqual([]);
    call.comes = SILENCE;
    await call.seconds(2);
    expect(call.said).toEqual([]);
    await call.seconds(1);
    expect(call.said).toEqual(["room.memberSilent"]);
    await call.seconds(60);
    expect(call.said).toEqual([]);
    call.comes = SPEECH;
    await call.seconds(1);
    expect(call.said).toEqual(["room.memberHeard"]);
  });

  it("R21 is not reported while the user's own connection receives nothing", async () => {
    const call = await startCall();
    await call.seconds(2);
    call.comes = NOTHING;
    await call.seconds(30);
    expect(call.said).toEqual([]);
    call.room.emit("reconnecting");
    call.comes = SILENCE;
    await call.seconds(10);
    expect(call.said).toEqual([]);
    call.room.emit("reconnected");
    await call.seconds(4);
    expect(call.said).toEqual(["room.memberSilent"]);
  });

  it("R21 stays silent while the user's own connection receives nothing", async () => {
    const call = await startCall();
    await call.seconds(2);
    call.comes = SILENCE;
    await call.seconds(4);
    call.comes = NOTHING;
    await call.seconds(4);
    expect(call.said).toEqual(["room.memberSilent"]);
  });

  it("R21 is not reported while muted or paused by the server", async () => {
    const call = await startCall();
    await call.seconds(2);
    call.comes = SILENCE;
    call.publication.isMuted = true;
    await call.seconds(10);
    call.publication.isMuted = false;
    call.voice.streamState = "paused";
    await call.seconds(10);
    expect(call.said).toEqual([]);
    call.voice.streamState = "active";
    await call.seconds(4);
    expect(call.said).toEqual(["room.memberSilent"]);
    call.publication.isMuted = true;
    await call.seconds(1);
    expect(call.said).toEqual(["room.memberHeard"]);
  });

  it("R21 is reported when the server has lost the member, unless packets arrive", async () => {
    const call = await startCall();
    await call.seconds(2);
    call.bob.connectionQuality = ConnectionQuality.Lost;
    await call.seconds(2);
    expect(call.said).toEqual([]);
    call.publication.isMuted = true;
    await call.seconds(1);
    expect(call.said).toEqual(["room.memberSilent"]);
    call.bob.connectionQuality = ConnectionQuality.Good;
    await call.seconds(1);
    expect(call.said).toEqual(["room.memberHeard"]);
  });

  it("R21 is not checked after the room is left", async () => {
    const call = await startCall();
    await call.seconds(2);
    call.joined.leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});
