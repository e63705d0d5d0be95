import type { DeviceSource, RoomEvent, RoomPacket } from "../../../machines/calls/media-room.ts";
import type { MediaPort, MediaRoom } from "../../../machines/ports/media.ts";
import { createChatServer } from "../../../src/adapters/chat-server/chat-server.ts";
import { createMedia } from "../../../src/adapters/livekit/media.ts";

/** Runs in a page of `rooms-of-many.test.ts`: the app's media adapter without the app. */
export interface RoomPage {
  readonly heard: RoomEvent[];
  readonly media: MediaPort;
  join(roomID: string): Promise<void>;
  say(packet: RoomPacket, to: readonly string[]): void;
  set(source: DeviceSource, on: boolean): void;
  show(userID: string, source: "camera" | "screen", width: number): void;
}

declare global {
  interface Window {
    /** Sets `room`. */
    openRoom(user: { userID: string; chatToken: string }): void;
    room: RoomPage;
  }
}

window.openRoom = ({ userID, chatToken }) => {
  const post = createChatServer(() => ({ chatUrl: `${location.origin}/chat` }));
  const media = createMedia({ post, credentials: { mediaToken: () => chatToken } });
  const heard: RoomEvent[] = [];
  let joined: MediaRoom | null = null;
  let hide = () => {};
  const element = document.createElement("video");
  Object.assign(element, { muted: true, autoplay: true, playsInline: true });
  document.body.append(element);

  window.room = {
    heard,
    media,
    async join(roomID) {
      await media.requestAccess({ roomID, userID });
      joined = media.join({ roomID, isMany: true, isEncrypted: false }, (event) => heard.push(event));
    },
    say: (packet, to) => joined?.command({ type: "packet.send", packet, to }),
    set: (source, on) => joined?.command({ type: "device.set", source, on }),
    show(shownID, source, width) {
      hide();
      element.style.width = `${width}px`;
      hide = media.show({ userID: shownID, source }, element);
    },
  };
};
