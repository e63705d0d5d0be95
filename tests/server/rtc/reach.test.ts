import { createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { dispose } from "@livekit/rtc-node";
import { parse } from "sdp-transform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOwnAddresses } from "../../../server/rtc/network/addresses.ts";
import { openMediaSocket } from "../../../server/rtc/network/socket.ts";
import { placeholders, writeOffer } from "./offers.ts";
import { type Call, startCall } from "./people.ts";
import { signal } from "./signal-client.ts";

describe("the addresses of the media server", () => {
  let call: Call;
  beforeAll(async () => {
    call = await startCall();
  });
  afterAll(async () => {
    await call.close();
    await dispose();
  });

  it("are those of this machine, the loopback last: Firefox pairs no loopback addresses", async () => {
    const alice = await signal(call.url, await call.token("alice"), {
      publisherOffer: { type: "offer", id: 1, sdp: writeOffer({ sections: placeholders() }) },
    });
    const { sdp } = await alice.next("answer");
    const offered = parse(sdp).media[0]?.candidates?.map(({ ip }) => ip);
    const own = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal);
    expect(offered).toEqual([...own.map(({ address }) => address), "127.0.0.1"]);
    alice.close();
  });

  it("are read again after a change of network, and not for every packet", () => {
    let [now, reads] = [0, 0];
    let address = "192.0.2.7";
    const own = createOwnAddresses(
      () => {
        reads += 1;
        return [address];
      },
      () => now,
    );
    expect([own.has("192.0.2.7"), own.has("127.0.0.1"), own.has("127.1.2.3")]).toEqual([true, true, true]);
    address = "198.51.100.9";
    for (let i = 0; i < 1000; i += 1) own.has("198.51.100.9");
    expect([own.all(), reads]).toEqual([["192.0.2.7", "127.0.0.1"], 1]);
    now += 1000;
    expect([own.has("198.51.100.9"), own.has("192.0.2.7"), reads]).toEqual([true, false, 2]);
  });
});

describe("the media socket", () => {
  const password = "VOkJxbRl1RmTxUk/WvJxBt";

  /** A connectivity check for a fragment of four letters, with a valid signature. */
  const check = (transactionId: string, fragment = "abcd") => {
    const username = Buffer.concat([Buffer.from("00060008", "hex"), Buffer.from(`${fragment}:efg`)]);
    const head = Buffer.from(`000100002112a442${transactionId}`, "hex");
    const unsigned = Buffer.concat([head, username]);
    unsigned.writeUInt16BE(unsigned.length - 20 + 24, 2);
    const signature = createHmac("sha1", password).update(unsigned).digest();
    return Buffer.concat([unsigned, Buffer.from("00080014", "hex"), signature]);
  };

  it("forgets the oldest fragments of a peer that restarts ICE without end", async () => {
    const socket = await openMediaSocket(0, () => true);
    const asked: string[] = [];
    const receiver = {
      passwordOf: (fragment: string) => {
        asked.push(fragment);
        return password;
      },
      onAddress: () => {},
      onDtls: () => {},
      onMedia: () => {},
    };
    socket.addFragment("abcd", receiver);
    for (let restarted = 0; restarted < 7; restarted += 1) socket.addFragment(`new${restarted}`, receiver);
    const peer = createSocket("udp4");
    peer.send(check("000000000000000000000001"), socket.port, "127.0.0.1");
    await once(peer, "message");
    socket.addFragment("new7", receiver);
    socket.addFragment("efgh", { ...receiver, passwordOf: () => password });
    peer.send(check("000000000000000000000002"), socket.port, "127.0.0.1");
    peer.send(check("000000000000000000000003", "efgh"), socket.port, "127.0.0.1");
    const [answer]: Buffer[] = await once(peer, "message");
    expect(answer?.subarray(8, 20).toString("hex")).toBe("000000000000000000000003");
    expect(asked).toEqual(["abcd"]);
    peer.close();
    await socket.close();
  });

  it("does not answer addresses that are not allowed, even with a valid signature", async () => {
    let welcome = false;
    const asked: string[] = [];
    const socket = await openMediaSocket(0, (address) => {
      asked.push(address);
      return welcome;
    });
    const reached: boolean[] = [];
    socket.addFragment("abcd", {
      passwordOf: () => password,
      onAddress: () => reached.push(welcome),
      onDtls: () => {},
      onMedia: () => {},
    });
    const peer = createSocket("udp4");
    const [first, second] = ["000000000000000000000001", "000000000000000000000002"];
    peer.send(check(first), socket.port, "127.0.0.1");
    await expect.poll(() => asked.length).toBe(1);
    welcome = true;
    peer.send(check(second), socket.port, "127.0.0.1");
    const [answer]: Buffer[] = await once(peer, "message");
    expect(answer?.subarray(8, 20).toString("hex")).toBe(second);
    expect([asked, reached]).toEqual([["127.0.0.1", "127.0.0.1"], [true]]);
    peer.close();
    await socket.close();
  });

  it("forgets the oldest addresses of a peer that checks from many, and keeps those of others", async () => {
    const socket = await openMediaSocket(0, () => true);
    const came: string[] = [];
    const receiverOf = (name: string) => ({
      passwordOf: () => password,
      onAddress: () => {},
      onDtls: () => {},
      onMedia: (packet: Buffer) => came.push(`${name} ${packet.readUInt8(1)}`),
    });
    socket.addFragment("abcd", receiverOf("greedy"));
    socket.addFragment("efgh", receiverOf("other"));
    const peers = Array.from({ length: 60 }, () => createSocket("udp4"));
    const checkFrom = async (peer: ReturnType<typeof createSocket> | undefined, fragment: string) => {
      peer?.send(check("000000000000000000000001", fragment), socket.port, "127.0.0.1");
      if (peer !== undefined) await once(peer, "message");
    };
    const [other, chosen, ...more] = peers;
    await checkFrom(other, "efgh");
    for (const peer of more) {
      // An address that is used renews its check.
      await checkFrom(chosen, "abcd");
      await checkFrom(peer, "abcd");
    }
    for (const [i, peer] of peers.entries()) peer.send(Buffer.from([0x80, i]), socket.port, "127.0.0.1");
    await expect.poll(() => came.at(-1)).toBe("greedy 59");
    expect(came.slice(0, 2)).toEqual(["other 0", "greedy 1"]);
    expect(came.length).toBeLessThan(40);
    for (const peer of peers) peer.close();
    await socket.close();
  });

  it("drops packets that no peer sends, however much they hold", async () => {
    const socket = await openMediaSocket(0, () => true);
    const sizes: number[] = [];
    socket.addFragment("abcd", {
      passwordOf: () => password,
      onAddress: () => {},
      onDtls: ({ length }) => sizes.push(length),
      onMedia: ({ length }) => sizes.push(length),
    });
    const peer = createSocket("udp4");
    peer.send(check("000000000000000000000001"), socket.port, "127.0.0.1");
    await once(peer, "message");
    for (const [first, size] of [
      [0x80, 60_000],
      [22, 60_000],
      [0x80, 1472],
      [22, 1472],
    ] as const)
      peer.send(Buffer.alloc(size, first), socket.port, "127.0.0.1");
    await expect.poll(() => sizes.filter((size) => size === 1472).length).toBe(2);
    expect(sizes).toEqual([1472, 1472]);
    peer.close();
    await socket.close();
  });

  it("loses packets for a peer whose address has no port, so that the next peers get theirs", async () => {
    const socket = await openMediaSocket(0, () => true);
    const peer = createSocket("udp4");
    await new Promise<void>((resolve) => peer.bind(0, "127.0.0.1", resolve));
    for (const port of [0, peer.address().port])
      socket.send(Buffer.from("sound"), { address: "127.0.0.1", port });
    const [packet] = await once(peer, "message");
    expect(String(packet)).toBe("sound");
    peer.close();
    await socket.close();
  });
});
