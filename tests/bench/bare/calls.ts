/** A media room without the product: joins with a token, publishes, and plays the received tracks. */
import { Room } from "livekit-client";

declare global {
  interface Window {
    bareCall: {
      /** Resolves after the connection is open and everything is published. Times in milliseconds since the epoch. */
      join(url: string, token: string, withCamera: boolean): Promise<{ connectedAt: number }>;
      leave(): Promise<void>;
      moving(): number;
    };
  }
}

const pictures = document.querySelector("#pictures");
if (!pictures) throw new Error("calls.html has no #pictures");

let room: Room | null = null;

window.bareCall = {
  async join(url, token, withCamera) {
    room = new Room({
      adaptiveStream: false,
      dynacast: false,
      publishDefaults: { simulcast: false, videoCodec: "vp8", red: true },
      videoCaptureDefaults: { resolution: { width: 640, height: 480, frameRate: 30 } },
    });
    room.on("trackSubscribed", (track) => pictures.append(track.attach()));
    room.on("trackUnsubscribed", (track) => {
      for (const element of track.detach()) element.remove();
    });
    await room.connect(url, token);
    const connectedAt = Date.now();
    await Promise.all([
      room.localParticipant.setMicrophoneEnabled(true),
      withCamera && room.localParticipant.setCameraEnabled(true),
    ]);
    return { connectedAt };
  },
  async leave() {
    await room?.disconnect();
    pictures.replaceChildren();
  },
  moving: () => [...pictures.querySelectorAll("video")].filter(({ currentTime }) => currentTime > 0).length,
};
