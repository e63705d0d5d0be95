import type { NetworkState } from "../../demo/network-emulator/emulator.ts";
import type { MediaSocket, Receiver } from "./socket.ts";

/** On a slow network, one of this many packets is lost. */
const lostOf = 4;

/**
 * The media socket as seen through a user's simulated network. When cut, nothing passes, so that ICE consent also
 * expires as on a real one. When slow, every fourth media packet is lost, but all connectivity checks pass, so that
 * the connection stays.
 */
export function emulated(socket: MediaSocket, stateOf: () => NetworkState): MediaSocket {
  const createWay = () => {
    let count = 0;
    return () => {
      count += 1;
      const state = stateOf();
      return state === "online" || (state === "slow" && count % lostOf !== 0);
    };
  };
  const comes = createWay();
  const goes = createWay();
  const ends = new Map<Receiver, Receiver>();
  const endOf = (receiver: Receiver): Receiver => {
    const known = ends.get(receiver);
    if (known !== undefined) return known;
    const end: Receiver = {
      // Without a password a connectivity check gets no answer.
      passwordOf: (fragment) => (stateOf() === "cut" ? undefined : receiver.passwordOf(fragment)),
      onAddress: receiver.onAddress,
      onDtls: (packet) => {
        if (comes()) receiver.onDtls(packet);
      },
      onMedia: (packet) => {
        if (comes()) receiver.onMedia(packet);
      },
    };
    ends.set(receiver, end);
    return end;
  };
  return {
    port: socket.port,
    addFragment: (fragment, receiver) => socket.addFragment(fragment, endOf(receiver)),
    remove: (receiver) => {
      socket.remove(endOf(receiver));
      ends.delete(receiver);
    },
    send: (packet, to) => {
      if (goes()) socket.send(packet, to);
    },
    close: socket.close,
  };
}
