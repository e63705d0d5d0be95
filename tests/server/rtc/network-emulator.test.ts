// @vitest-environment node
import { dispose } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { NetworkState } from "../../../server/demo/network-emulator/emulator.ts";
import { demoPeople } from "../../../server/demo/people.ts";
import { emulated } from "../../../server/rtc/network/emulated.ts";
import type { MediaSocket, Receiver } from "../../../server/rtc/network/socket.ts";
import { createGate } from "../demo/demo-backend.ts";
import { type Call, holds, startCall, until } from "./people.ts";
import { joinUrl, signal } from "./signal-client.ts";

const alice = demoPeople.alice.userID;
const bob = demoPeople.bob.userID;
const carol = demoPeople.carol.userID;

let call: Call;
const gate = createGate();
beforeAll(async () => {
  call = await startCall({ demo: true, slowly: gate.slowly });
});
afterEach(async () => {
  for (const userID of [alice, bob, carol]) await set(userID, "online");
  gate.close();
  await call.clear();
});
afterAll(async () => {
  await call.close();
  await dispose();
});

async function set(userID: string, state: NetworkState): Promise<void> {
  const origin = call.url.replace("ws", "http");
  const page = await fetch(`${origin}/demo/page`, { method: "POST", headers: { Origin: origin } });
  const { token }: { token: string } = await page.json();
  const body = JSON.stringify({ userID, state });
  const { status } = await fetch(`${origin}/demo/network`, {
    method: "POST",
    headers: { Origin: origin, "X-Demo-Page": token },
    body,
  });
  expect(status).toBe(204);
}

describe("11-01 a call of a demo user", () => {
  it("whose network is cut loses signalling and media, and gets both back later; others notice nothing", async () => {
    const [a, b, c] = [await call.join(alice), await call.join(bob), await call.join(carol)];
    await Promise.all([a.publishCamera(), b.publishCamera()]);
    await Promise.all([a.sees(bob), b.sees(alice), c.sees(alice), c.sees(bob)]);
    await set(alice, "cut");
    await a.told("reconnecting");
    // Quickly, because her client gives up after ten tries, which may take only ten seconds.
    await set(alice, "online");
    await until(() => holds(a.events.includes("reconnected"), `alice is back: ${a.events}`));
    await Promise.all([a.sees(bob), b.sees(alice)]);
    expect(b.events).not.toContain("reconnecting");
    for (const each of [a, b, c]) each.events.length = 0;
    await set(alice, "cut");
    // A participant without any packets is reported as lost.
    await b.told(`${alice} lost`);
    await c.sees(bob);
    expect(b.events).not.toContain("reconnecting");
    expect(c.events).not.toContain(`${bob} lost`);
    await set(alice, "online");
    await until(() =>
      holds(/reconnected|disconnected/.test(a.events.join()), `alice is at rest: ${a.events}`),
    );
  });

  it("whose network is cut cannot join by either request", async () => {
    const url = joinUrl(call.url, await call.token(alice));
    await set(alice, "cut");
    await expect(signal(call.url, await call.token(alice))).rejects.toThrow(/hang up|ECONNRESET/);
    await expect(fetch(url.replace("ws", "http").replace("/rtc/v1", "/rtc/v1/validate"))).rejects.toThrow();
    const b = await signal(call.url, await call.token(bob));
    await b.next("join");
    b.send({ case: "leave", value: {} });
  });

  it("whose network is slow loses media, also in a media server that starts later", async () => {
    gate.open();
    await set(alice, "slow");
    await call.media.restart();
    const [a, b] = [await call.join(alice), await call.join(bob)];
    await a.publishCamera();
    await b.sees(alice);
    await b.told(`${alice} poor`);
    expect(b.events).not.toContain(`${alice} lost`);
  });

  it("whose network is slow gets signals late and in order", async () => {
    const a = await signal(call.url, await call.token(alice));
    await a.next("join");
    await set(alice, "slow");
    for (const timestamp of [1n, 2n, 3n]) {
      a.send({ case: "pingReq", value: { timestamp, rtt: 0n } });
    }
    await until(() => holds(gate.held > 0, "something is held back"));
    const b = await signal(call.url, await call.token(bob));
    b.send({ case: "pingReq", value: { timestamp: 9n, rtt: 0n } });
    await b.next("pongResp");
    expect(a.all("pongResp")).toEqual([]);
    await until(() => {
      gate.release(1);
      holds(a.all("pongResp").length === 3, "all answers");
    });
    expect(a.all("pongResp").map(({ lastPingTimestamp }) => lastPingTimestamp)).toEqual([1n, 2n, 3n]);
    await set(alice, "online");
    for (const each of [a, b]) each.send({ case: "leave", value: {} });
  });
});

describe("11-01 the packets of a demo user", () => {
  const here = { address: "127.0.0.1", port: 9 };

  /** A network with recorded packets in both directions. */
  function lay() {
    let state: NetworkState = "online";
    let end: Receiver | undefined;
    const came: string[] = [];
    const went: string[] = [];
    const inner: MediaSocket = {
      port: 1,
      addFragment: (_, receiver) => {
        end = receiver;
      },
      remove: (receiver) => {
        if (receiver === end) end = undefined;
      },
      send: (packet) => went.push(packet.toString()),
      close: async () => {},
    };
    const socket = emulated(inner, () => state);
    const receiver: Receiver = {
      passwordOf: () => "password",
      onAddress: () => {},
      onDtls: (packet) => came.push(packet.toString()),
      onMedia: (packet) => came.push(packet.toString()),
    };
    socket.addFragment("abcd", receiver);
    return {
      came,
      went,
      receiver,
      socket,
      inner: () => end,
      set: (next: NetworkState) => {
        state = next;
      },
      send: (...packets: string[]) => {
        for (const packet of packets) {
          end?.onMedia(Buffer.from(packet));
          socket.send(Buffer.from(packet), here);
        }
      },
    };
  }

  it("all pass while online and none while cut: no check and no handshake is answered", () => {
    const { came, went, inner, set, send } = lay();
    send("1");
    expect(inner()?.passwordOf("abcd")).toBe("password");
    set("cut");
    send("2", "3", "4", "5", "6");
    inner()?.onDtls(Buffer.from("hello"));
    expect(inner()?.passwordOf("abcd")).toBeUndefined();
    set("online");
    send("7");
    expect(inner()?.passwordOf("abcd")).toBe("password");
    expect([came, went]).toEqual([
      ["1", "7"],
      ["1", "7"],
    ]);
  });

  it("lose every fourth while slow, in each direction separately, but no checks", () => {
    const { came, went, inner, set, send } = lay();
    set("slow");
    send("1", "2", "3", "4", "5", "6", "7", "8", "9");
    const passed = ["1", "2", "3", "5", "6", "7", "9"];
    expect([came, went]).toEqual([passed, passed]);
    expect(Array.from({ length: 8 }, () => inner()?.passwordOf("abcd"))).not.toContain(undefined);
  });

  it("are dropped when the user leaves, and start again for the same user", () => {
    const { inner, receiver, socket } = lay();
    const first = inner();
    socket.addFragment("efgh", receiver);
    expect(inner()).toBe(first);
    socket.remove(receiver);
    expect(inner()).toBeUndefined();
  });
});
