import {
  type AddTrackRequest,
  DisconnectReason,
  RequestResponse_Reason,
  type SignalRequest,
  type TrackInfo,
  TrackSource,
  TrackType,
} from "@livekit/protocol";
import { maxNamedTracks, maxTrackRequest } from "../limits.ts";
import { newSid, type Participant } from "./participant.ts";
import type { Room } from "./room.ts";
import { describeTrack, mayPublish, touch } from "./tracks.ts";

/** Handles a client's message. Message types not listed need no answer. */
export function handleRequest(room: Room, participant: Participant, { message }: SignalRequest): void {
  switch (message.case) {
    case "offer":
      room.answer(participant, message.value);
      break;
    case "addTrack":
      addTrack(participant, message.value);
      break;
    case "mute": {
      const { sid, muted } = message.value;
      changeTrack(room, participant, sid, { muted });
      break;
    }
    case "updateAudioTrack": {
      const { trackSid, features } = message.value;
      changeTrack(room, participant, trackSid, { audioFeatures: features.slice(0, 8) });
      break;
    }
    case "updateVideoTrack": {
      const { trackSid, width, height } = message.value;
      changeTrack(room, participant, trackSid, { width, height });
      break;
    }
    case "subscription": {
      const { trackSids, participantTracks, subscribe } = message.value;
      const sids = named([...trackSids, ...participantTracks.flatMap((tracks) => tracks.trackSids)]);
      changeSubscriptions(room, participant, sids, subscribe);
      break;
    }
    case "subscriptionPermission":
      room.permit(participant, message.value);
      break;
    case "trackSetting": {
      const { trackSids, disabled: isDisabled, width, height, quality } = message.value;
      for (const sid of named(trackSids)) {
        participant.subscriptions.get(sid)?.setView({ isDisabled, width, height, quality });
      }
      break;
    }
    case "updateMetadata":
      refuseMetadata(participant, message.value.requestId);
      break;
    case "leave":
      room.remove(participant, DisconnectReason.CLIENT_INITIATED);
      break;
    case "ping":
      participant.send({ case: "pong", value: BigInt(Date.now()) });
      break;
    case "pingReq": {
      const value = { lastPingTimestamp: message.value.timestamp, timestamp: BigInt(Date.now()) };
      participant.send({ case: "pongResp", value });
      break;
    }
    default:
  }
}

/** Each track once, and not more than a room can have. */
const named = (sids: readonly string[]): string[] => [...new Set(sids)].slice(0, maxNamedTracks);

/** Names and metadata come from the token, and no token allows changing them. */
function refuseMetadata(participant: Participant, requestId: number): void {
  const reason = RequestResponse_Reason.NOT_ALLOWED;
  const message = "names and metadata cannot be changed here";
  participant.send({ case: "requestResponse", value: { requestId, reason, message } });
}

/** Gives a track its id. The other members are notified when an offer contains it. */
export function addTrack(participant: Participant, request: AddTrackRequest): void {
  // Sound is of a screen or of a microphone. Any other source counts as a microphone.
  const isSound = request.type === TrackType.AUDIO;
  if (isSound && request.source !== TrackSource.SCREEN_SHARE_AUDIO) request.source = TrackSource.MICROPHONE;
  const isMedia = request.type === TrackType.AUDIO || request.type === TrackType.VIDEO;
  const isTooLarge = request.toBinary().length > maxTrackRequest;
  if (!isMedia || isTooLarge || !mayPublish(participant, request)) {
    participant.send({
      case: "requestResponse",
      value: {
        reason: RequestResponse_Reason.NOT_ALLOWED,
        message: "this track may not be published",
        ...(!isTooLarge && { request: { case: "addTrack", value: request } }),
      },
    });
    return;
  }
  const track = { sid: newSid("TR"), request };
  participant.announced.push(track);
  participant.send({
    case: "trackPublished",
    value: { cid: request.cid, track: describeTrack(track) },
  });
  // The offer came before the announcement, so the track needs another offer.
  if (participant.negotiation.hasUnusedSection(request.cid)) {
    participant.send({ case: "mediaSectionsRequirement", value: { numAudios: 0, numVideos: 0 } });
  }
}

/**
 * Mutes all sound of a participant as RoomService.MutePublishedTrack does: the client is notified, and its user may
 * unmute. Muted sound is not forwarded, whatever the client does.
 */
export function muteSound(room: Room, participant: Participant): void {
  const sounds = [
    ...participant.announced.map(({ sid, request }) => ({ sid, info: request })),
    ...[...participant.publications.values()].map(({ info }) => ({ sid: info.sid, info })),
  ].filter(({ info }) => info.type === TrackType.AUDIO && !info.muted);
  for (const { sid } of sounds) {
    participant.send({ case: "mute", value: { sid, muted: true } });
    changeTrack(room, participant, sid, { muted: true });
  }
}

/** Changes a track's info if the participant owns it. */
function changeTrack(room: Room, participant: Participant, sid: string, change: TrackChange): void {
  const announced = participant.announced.find((track) => track.sid === sid);
  if (announced !== undefined) Object.assign(announced.request, change);
  const info = participant.publications.get(sid)?.info;
  if (info === undefined) return;
  Object.assign(info, change);
  touch(info);
  room.announceChange(participant);
}

type TrackChange = Partial<Pick<TrackInfo, "muted" | "audioFeatures" | "width" | "height">>;

function changeSubscriptions(
  room: Room,
  participant: Participant,
  trackSids: readonly string[],
  subscribe: boolean,
): void {
  for (const sid of trackSids) {
    const publication = room.findTrack(sid);
    if (!subscribe) room.unsubscribe(participant, sid);
    else if (publication !== undefined) room.subscribe(participant, publication);
  }
  participant.negotiation.refresh();
}
