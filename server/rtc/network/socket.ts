import { createSocket, type Socket } from "node:dgram";
import { bindingResponse, parseBindingRequest } from "../packets/stun.ts";

export interface Address {
  address: string;
  port: number;
}

export interface Receiver {
  /** The ICE password of one of the peer's fragments; undefined for others. */
  passwordOf(fragment: string): string | undefined;
  /** A verified connectivity check came from this address; the peer may be reached there. */
  onAddress(from: Address, isChosen: boolean): void;
  onDtls(packet: Buffer): void;
  onMedia(packet: Buffer): void;
}

/** Bytes of the largest packet on an Ethernet. Clients send smaller ones; a larger one holds more work than it costs. */
const maxPacket = 1500;
/** Addresses of one receiver. A peer checks a few at once, and those in use again every few seconds (RFC 7675). */
const maxAddresses = 32;

/** ICE fragments of one receiver: a client restarts ICE with any offer. */
export const maxFragments = 8;

export interface MediaSocket {
  readonly port: number;
  /** Delivers packets for this ICE user fragment to the receiver, and for its newest earlier ones. */
  addFragment(fragment: string, receiver: Receiver): void;
  remove(receiver: Receiver): void;
  send(packet: Buffer, to: Address): void;
  close(): Promise<void>;
}

/**
 * Opens the UDP socket on all addresses of this machine.
 * @param port 0 takes a free one
 * @param isWelcome whether a peer at this address gets answers
 * @throws when the port is in use
 */
export async function openMediaSocket(
  port: number,
  isWelcome: (address: string) => boolean,
): Promise<MediaSocket> {
  // Peers are known by addresses, never by names. Without this, Node asks its resolver for each packet.
  const socket = createSocket({ type: "udp4", lookup: (address, _, found) => found(null, address, 4) });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, () => {
      socket.off("error", reject);
      resolve();
    });
  });
  growBuffers(socket);
  // An ICMP error for a peer that has left must not end the process.
  socket.on("error", () => {});

  const byFragment = new Map<string, Receiver>();
  const byAddress = new Map<string, Receiver>();
  const fragmentsOf = new WeakMap<Receiver, readonly string[]>();
  /** Oldest check first. */
  const addressesOf = new WeakMap<Receiver, Set<string>>();
  let isOpen = true;

  const addAddress = (key: string, receiver: Receiver) => {
    byAddress.set(key, receiver);
    const own = addressesOf.get(receiver) ?? new Set();
    addressesOf.set(receiver, own);
    own.delete(key);
    own.add(key);
    const [oldest] = own;
    if (own.size <= maxAddresses || oldest === undefined) return;
    own.delete(oldest);
    if (byAddress.get(oldest) === receiver) byAddress.delete(oldest);
  };

  const answerCheck = (packet: Buffer, from: Address) => {
    // All other packets come from addresses that were checked here.
    if (!isWelcome(from.address)) return;
    const request = parseBindingRequest(packet);
    const fragment = request?.username.split(":", 1)[0];
    if (request === undefined || fragment === undefined) return;
    const receiver = byFragment.get(fragment);
    const password = receiver?.passwordOf(fragment);
    // Unknown fragments get no answer, so the socket cannot be used to send packets to third parties.
    if (receiver === undefined || password === undefined || !request.isSignedWith(password)) return;
    addAddress(keyOf(from), receiver);
    socket.send(bindingResponse(request, password, from), from.port, from.address);
    receiver.onAddress(from, request.useCandidate);
  };

  socket.on("message", (packet, { address, port: fromPort }) => {
    const from = { address, port: fromPort };
    const first = packet[0];
    // The first byte tells the packet type (RFC 7983).
    // There is no way to answer port 0, and the socket fails on it.
    if (first === undefined || packet.length > maxPacket || fromPort === 0) return;
    if (first <= 3) answerCheck(packet, from);
    else if (first >= 20 && first <= 63) byAddress.get(keyOf(from))?.onDtls(packet);
    else if (first >= 128 && first <= 191) byAddress.get(keyOf(from))?.onMedia(packet);
  });

  return {
    port: socket.address().port,
    addFragment: (fragment, receiver) => {
      byFragment.set(fragment, receiver);
      const own = fragmentsOf.get(receiver) ?? [];
      fragmentsOf.set(receiver, [...own, fragment].slice(-maxFragments));
      const [oldest] = own;
      if (own.length === maxFragments && oldest !== undefined) byFragment.delete(oldest);
    },
    remove: (receiver) => {
      for (const known of [byFragment, byAddress]) {
        for (const [key, value] of known) if (value === receiver) known.delete(key);
      }
    },
    send: (packet, to) => {
      if (isOpen && to.port !== 0) socket.send(packet, to.port, to.address);
    },
    close: () =>
      new Promise((resolve) => {
        if (!isOpen) return resolve();
        isOpen = false;
        socket.close(() => resolve());
      }),
  };
}

/** Space for key frames from all peers at once. The system may grant less. */
function growBuffers(socket: Socket): void {
  const bytes = 4 * 1024 * 1024;
  try {
    socket.setRecvBufferSize(bytes);
    socket.setSendBufferSize(bytes);
  } catch {
    // Some systems refuse sizes above their limit. The default is enough.
  }
}

function keyOf({ address, port }: Address): string {
  return `${address}:${port}`;
}
