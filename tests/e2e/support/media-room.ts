import { once } from "node:events";
import {
  JoinRequest,
  SignalRequest,
  SignalResponse,
  TrackSource,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from "@livekit/protocol";
import * as v from "valibot";
import { WebSocket } from "ws";
import { type Credentials, post } from "./foreign-client.ts";

/** A participant of a media room, as the media server reports it to a new one. */
export interface Occupant {
  userID: string;
  /** What the participant sends, and whether it is muted. */
  microphone: "on" | "muted" | "none";
  camera: "on" | "muted" | "none";
}

const access = v.object({ serverUrl: v.string(), token: v.string() });

/** Joins a media room without media, reads who is there, and leaves. */
export async function occupants(
  origin: string,
  room: string,
  visitor: Pick<Credentials, "userID" | "chatToken">,
): Promise<Occupant[]> {
  const request = { room, identity: visitor.userID };
  const { serverUrl, token } = v.parse(
    access,
    await post(`${origin}/chat/user/rtc/get_token`, request, visitor.chatToken),
  );
  const socket = new WebSocket(joinUrl(serverUrl, token));
  try {
    const [frame] = await once(socket, "message");
    const { message } = SignalResponse.fromBinary(frame);
    if (message.case !== "join") throw new Error(`The media server began with ${message.case}`);
    return message.value.otherParticipants.map(({ identity, tracks }) => {
      const stateOf = (source: TrackSource) => {
        const track = tracks.find((one) => one.source === source);
        if (!track) return "none";
        return track.muted ? "muted" : "on";
      };
      return {
        userID: identity,
        microphone: stateOf(TrackSource.MICROPHONE),
        camera: stateOf(TrackSource.CAMERA),
      };
    });
  } finally {
    const leave = new SignalRequest({ message: { case: "leave", value: {} } });
    const closed = once(socket, "close");
    socket.send(leave.toBinary());
    await closed;
  }
}

function joinUrl(serverUrl: string, token: string): string {
  const wrapped = new WrappedJoinRequest({
    compression: WrappedJoinRequest_Compression.NONE,
    // LiveKit refuses a request that is empty.
    joinRequest: new JoinRequest({ connectionSettings: { autoSubscribe: true } }).toBinary(),
  });
  const parameter = Buffer.from(wrapped.toBinary()).toString("base64");
  return `${serverUrl}/rtc/v1?access_token=${token}&join_request=${encodeURIComponent(parameter)}`;
}
