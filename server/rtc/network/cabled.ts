import type { CableState } from "../../demo/network-emulator/cables.ts";
import type { MediaSocket, Receiver } from "./socket.ts";

/** Of what passes a slow cable, every so-manieth packet is lost. */
const lostOf = 4;

/**
 * The socket as it is at the end of somebody's cable. Once that is cut nothing passes in any direction, so that even
 * ICE's consent expires as with a real one. A slow cable loses every fourth packet of the media and carries all
 * connectivity checks: it shall not become a cut one.
 */
export function cabled(socket: MediaSocket, stateOf: () => CableState): MediaSocket {
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
      // Without a password a check is nobody's, and gets no answer.
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
