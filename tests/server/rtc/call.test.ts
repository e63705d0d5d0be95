import { DisconnectReason, dispose } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Call, holds, startCall, until } from "./people.ts";

let call: Call;
beforeAll(async () => {
  call = await startCall();
});
afterEach(async () => {
  await call.clear();
});
afterAll(async () => {
  await call.close();
  await dispose();
});

describe("a call", () => {
  it("7-09 carries sound and video both ways, also to members who join later", async () => {
    const alice = await call.join("alice");
    await alice.publishMicrophone();
    await alice.publishCamera();
    const bob = await call.join("bob");
    await bob.publishCamera();
    await bob.publishMicrophone();
    await Promise.all([alice.hears("bob"), alice.sees("bob"), bob.hears("alice"), bob.sees("alice")]);
    const carol = await call.join("carol");
    await Promise.all([carol.hears("alice"), carol.sees("alice"), carol.hears("bob"), carol.sees("bob")]);
    await carol.publishCamera();
    await Promise.all([alice.sees("carol"), bob.sees("carol"), bob.sees("alice")]);
  });

  it("7-09 reports members by name, speakers, and members who leave", async () => {
    const alice = await call.join("alice");
    const bob = await call.join("bob");
    await alice.told("bob came");
    expect(bob.room.remoteParticipants.get("alice")?.name).toBe("ALICE");
    await bob.publishMicrophone();
    await until(() => holds(alice.speakers.has("bob"), "bob is heard speaking"));
    await bob.leave();
    await alice.told("bob left");
    expect(alice.speakers).not.toContain("alice");
    await alice.leave();
    await until(async () => expect(await call.media.rooms()).toEqual([]));
  });

  it("7-09 reports the end of a track, and shows the next track", async () => {
    const alice = await call.join("alice");
    const bob = await call.join("bob");
    const camera = await alice.publishCamera();
    await bob.sees("alice");
    await alice.unpublish(camera.publication.sid);
    await bob.told("alice unpublished");
    await alice.publishCamera();
    await bob.sees("alice");
  });

  it("7-09 carries messages, reliable and lossy, to all or to some members", async () => {
    const [alice, bob, carol] = [await call.join("alice"), await call.join("bob"), await call.join("carol")];
    await alice.say("to all", { reliable: true });
    await until(() => expect([bob.messages, carol.messages]).toEqual([["alice: to all"], ["alice: to all"]]));
    await alice.say("to carol", { reliable: true, to: ["carol"] });
    // A lossy message may get lost, so it is sent until one arrives.
    await until(async () => {
      await alice.say("quick", { reliable: false });
      holds(bob.messages.includes("alice: quick"), "a lossy message arrives");
    });
    await until(() => expect(carol.messages).toContain("alice: to carol"));
    expect(bob.messages).not.toContain("alice: to carol");
    expect(alice.messages).toEqual([]);
  });
});

describe("when something goes wrong", () => {
  it("7-09 resumes a lost signalling connection while the media continues", async () => {
    const alice = await call.join("alice");
    const bob = await call.join("bob");
    await alice.publishCamera();
    await bob.sees("alice");
    const before = await call.room();
    call.cutConnections();
    await Promise.all([alice.told("reconnecting"), bob.told("reconnecting")]);
    await Promise.all([alice.told("reconnected"), bob.told("reconnected")]);
    await bob.sees("alice");
    await bob.publishCamera();
    await alice.sees("bob");
    // The sessions are the same as before, and no leave was reported.
    const sessions = (room: typeof before) => room?.participants.map(({ sid }) => sid);
    expect(sessions(await call.room())).toEqual(sessions(before));
    expect([...alice.events, ...bob.events].filter((event) => event.endsWith("left"))).toEqual([]);
  });

  it.each([{ abrupt: false }, { abrupt: true }])(
    "7-09 reconnects all members after a restart (%o)",
    async (how) => {
      const alice = await call.join("alice");
      const bob = await call.join("bob");
      await alice.publishCamera();
      await bob.sees("alice");
      const port = call.media.stats()?.udpPort;
      await call.media.restart(how);
      await Promise.all([alice.told("reconnected"), bob.told("reconnected")]);
      await bob.sees("alice");
      expect(call.media.stats()?.udpPort).toBe(port);
    },
  );

  it("7-09 ends the first session of a user at the second one", async () => {
    const bob = await call.join("bob");
    const first = await call.join("alice");
    const second = await call.join("alice");
    await first.told(`disconnected ${DisconnectReason.DUPLICATE_IDENTITY}`);
    await second.publishCamera();
    await bob.sees("alice");
    expect((await call.room())?.participants.map(({ identity }) => identity)).toEqual(["bob", "alice"]);
  });
});

describe("the rights in a token", () => {
  it("7-09 block receiving without canSubscribe, and sending data without canPublishData", async () => {
    const alice = await call.join("alice");
    const bob = await call.join("bob", { rights: { canSubscribe: false, canPublishData: false } });
    const carol = await call.join("carol");
    await alice.publishCamera();
    await carol.sees("alice");
    await bob.say("unheard", { reliable: true }).catch(() => {});
    await carol.say("heard", { reliable: true });
    await until(() => expect(alice.messages).toContain("carol: heard"));
    expect(alice.messages).toEqual(["carol: heard"]);
    expect(bob.from("alice").frames).toBe(0);
  });
});
