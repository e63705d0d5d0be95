import { once } from "node:events";
import { SignalRequest } from "@livekit/protocol";
import { dispose, EncryptionType } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type Call, holds, startCall, until } from "./people.ts";

let call: Call;
beforeAll(async () => {
  call = await startCall();
});
afterEach(() => call.clear());
afterAll(async () => {
  await call.close();
  await dispose();
});

type Message = NonNullable<ConstructorParameters<typeof SignalRequest>[0]>["message"];

/** The native client has no tiles: a relay of its signalling says what it would show. */
async function startRelay(target: string) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  let upstream: WebSocket | undefined;
  server.on("connection", (client, request) => {
    const { authorization = "" } = request.headers;
    const socket = new WebSocket(`${target}${request.url}`, { headers: { authorization } });
    upstream = socket;
    const early: Buffer[] = [];
    client.on("message", (frame: Buffer) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
      else early.push(frame);
    });
    socket.on("open", () => {
      for (const frame of early) socket.send(frame);
    });
    socket.on("message", (frame: Buffer) => client.send(frame));
    socket.on("close", () => client.close());
    client.on("close", () => socket.close());
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `ws://127.0.0.1:${port}`,
    say: (message: Message) => upstream?.send(new SignalRequest({ message }).toBinary()),
    close: () => server.close(),
  };
}

describe("a room of many", () => {
  it("7-09 shows the layer of a tile, again and again, to a real decoder, and to others their own", async () => {
    const relay = await startRelay(call.url);
    const alice = await call.join("alice");
    const { publication } = await alice.publishCamera({ isLayered: true });
    const bob = await call.join("bob", {}, relay.url);
    const carol = await call.join("carol");
    const shows = (who: typeof bob, width: number) =>
      until(() => holds(who.from("alice").width === width, `${who.identity} sees ${width} pixels`));
    await shows(bob, 960);
    await shows(carol, 960);
    const trackSids = [publication.sid ?? ""];
    for (const width of [320, 960, 640, 320]) {
      const value = { trackSids, width, height: (width * 9) / 16 };
      relay.say({ case: "trackSetting", value });
      await shows(bob, width);
      await bob.sees("alice");
    }
    expect(carol.from("alice").width).toBe(960);
    // A hidden tile gets nothing.
    relay.say({ case: "trackSetting", value: { trackSids, disabled: true } });
    await until(async () => {
      const { frames } = bob.from("alice");
      await carol.sees("alice");
      holds(bob.from("alice").frames === frames, "bob sees nothing");
    });
    relay.say({ case: "trackSetting", value: { trackSids, width: 640, height: 360 } });
    await bob.sees("alice");
    await bob.leave();
    relay.close();
  });

  it("11-44 carries encrypted media that only members with the key decode, and says so", async () => {
    const alice = await call.join("alice", {}, call.url, "the key of the room");
    await alice.publishCamera({ isLayered: true });
    await alice.publishMicrophone();
    const bob = await call.join("bob", {}, call.url, "the key of the room");
    const carol = await call.join("carol");
    const dave = await call.join("dave", {}, call.url, "another key");
    await bob.sees("alice");
    await bob.hears("alice");
    const announced = [...(carol.room.remoteParticipants.get("alice")?.trackPublications.values() ?? [])];
    expect(announced.map(({ encryptionType }) => encryptionType)).toEqual([
      EncryptionType.GCM,
      EncryptionType.GCM,
    ]);
    const { frames } = bob.from("alice");
    await until(() => holds(bob.from("alice").frames > frames + 20, "bob sees more"));
    expect([carol.from("alice").frames, dave.from("alice").frames]).toEqual([0, 0]);
  });

  it("7-09 carries sound and messages among sixteen clients", async () => {
    const speaker = await call.join("guest-1");
    const others = await Promise.all(Array.from({ length: 15 }, (_, i) => call.join(`guest-${i + 2}`)));
    expect((await call.room())?.participants).toHaveLength(16);
    await speaker.publishMicrophone();
    await Promise.all(others.map((other) => other.hears("guest-1")));
    await speaker.say("hello", { reliable: true });
    await until(() => {
      for (const { messages } of others) expect(messages).toEqual(["guest-1: hello"]);
    });
  });
});
