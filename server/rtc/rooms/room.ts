import {
  DisconnectReason,
  LeaveRequest_Action,
  type ParticipantInfo,
  ParticipantInfo_State,
  Room as RoomInfo,
  StreamState,
  SubscriptionError,
  type SubscriptionPermission,
  type TrackInfo,
  TrackType,
} from "@livekit/protocol";
import type { Grant } from "../access/access.ts";
import { allHeardUpTo, goneAfterMs, maxPermissions } from "../limits.ts";
import type { RoomSummary } from "../messages.ts";
import type { MediaSocket } from "../network/socket.ts";
import { createPeerTransport } from "../network/transport.ts";
import type { MediaSection } from "../sdp/offer.ts";
import { createDownstream } from "../streams/downstream.ts";
import { type LocalEndpoint, Negotiation } from "../streams/negotiation.ts";
import { Publication, type PublishedSection } from "../streams/publication.ts";
import { Subscription } from "../streams/subscription.ts";
import { createUpstream } from "../streams/upstream.ts";
import { relayData } from "./data.ts";
import { handleRtcp } from "./feedback.ts";
import type { ForwardBudget } from "./forward-budget.ts";
import { createLoudest } from "./loudest.ts";
import { newSid, Participant } from "./participant.ts";
import { describeDemand, lost, qualityOf } from "./quality.ts";
import { createSpeakerMeter } from "./speakers.ts";
import { describeTrack, takeAnnounced } from "./tracks.ts";

export interface RoomDeps {
  name: string;
  socketOf(identity: string): MediaSocket;
  endpoint: LocalEndpoint;
  renewToken(grant: Grant): Promise<string>;
  /** Counts a packet of a user, and says whether the user may send it now. */
  mayTakePacket(identity: string): boolean;
  forwards: ForwardBudget;
  /** Counts parts of data messages for their receivers, and says whether the user may send them now. */
  mayTakeData(identity: string, count: number): boolean;
  onEmpty(): void;
}

const nacksEveryMs = 30;
const changesEveryMs = 50;
const speakersEveryMs = 400;
const upkeepEveryMs = 1000;
const presenceEveryMs = 400;
const tokensEveryMs = 5 * 60_000;
const qualityEveryMs = 4000;
/** Time a closed transport waits for the participant's leave message. */
const goodbyeMs = 1000;

export class Room {
  readonly sid = newSid("RM");
  private readonly createdAt = Date.now();
  private readonly bySid = new Map<string, Participant>();
  private readonly speakers = createSpeakerMeter();
  private readonly loudest = createLoudest();
  /** Participants with a recent change of a track, and whether there was another one since. */
  private readonly changed = new Map<Participant, boolean>();
  /** Participants with a recent change of who may receive their tracks. */
  private readonly permitted = new Set<Participant>();
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly deps: RoomDeps) {
    this.timers = [
      setInterval(() => this.each((person) => person.upstream.sendFeedback()), nacksEveryMs),
      setInterval(() => this.tellSpeakers(), speakersEveryMs),
      setInterval(() => this.upkeep(), upkeepEveryMs),
      setInterval(() => this.tellPresence(), presenceEveryMs),
      setInterval(() => this.tellQuality(), qualityEveryMs),
      setInterval(() => this.each((person) => this.renewToken(person)), tokensEveryMs),
    ];
  }

  get size(): number {
    return this.bySid.size;
  }

  participants(): Participant[] {
    return [...this.bySid.values()];
  }

  byIdentity(identity: string): Participant | undefined {
    return this.participants().find((participant) => participant.identity === identity);
  }

  info(): RoomInfo {
    return new RoomInfo({
      sid: this.sid,
      name: this.deps.name,
      numParticipants: this.size,
      creationTime: BigInt(Math.floor(this.createdAt / 1000)),
      creationTimeMs: BigInt(this.createdAt),
    });
  }

  summary(): RoomSummary {
    const participants = this.participants().map(({ identity, sid, publications }) => ({
      identity,
      sid,
      tracks: [...publications.keys()],
    }));
    return { name: this.deps.name, participants };
  }

  /** Adds a participant and removes an older session of the same identity. `announce` tells the others. */
  add(grant: Grant, subscribesAlone: boolean): Participant {
    const earlier = this.byIdentity(grant.identity);
    const participant = this.createParticipant(grant, subscribesAlone);
    this.bySid.set(participant.sid, participant);
    if (earlier !== undefined) this.remove(earlier, DisconnectReason.DUPLICATE_IDENTITY);
    if (subscribesAlone) {
      for (const other of this.participants()) {
        for (const publication of other.publications.values()) this.subscribe(participant, publication);
      }
    }
    return participant;
  }

  renewToken(participant: Participant): void {
    this.deps.renewToken(participant.grant).then(
      (token) => participant.send({ case: "refreshToken", value: token }),
      // The present token is still valid, and the next renewal follows.
      () => {},
    );
  }

  announce(participant: Participant): void {
    this.broadcast([participant.info()]);
  }

  /** Announces that a participant's track has changed: a first change at once, the following ones together. */
  announceChange(participant: Participant): void {
    if (this.changed.has(participant)) {
      this.changed.set(participant, true);
      return;
    }
    this.announce(participant);
    this.changed.set(participant, false);
    const later = setTimeout(() => {
      const hasMore = this.changed.get(participant) === true;
      this.changed.delete(participant);
      if (hasMore && this.bySid.has(participant.sid)) this.announceChange(participant);
    }, changesEveryMs);
    later.unref();
  }

  /**
   * Removes a participant and tells the others.
   * @param action for the participant's own client, if still connected
   */
  remove(participant: Participant, reason: DisconnectReason, action?: LeaveRequest_Action): void {
    if (!this.bySid.delete(participant.sid)) return;
    if (reason !== DisconnectReason.CLIENT_INITIATED) participant.sendLeave(reason, action);
    const publications = [...participant.publications.values()];
    participant.close();
    this.speakers.forget(participant.sid);
    for (const publication of publications) this.withdraw(publication);
    this.broadcast([participant.info(reason)]);
    if (this.size > 0) return;
    this.close();
    this.deps.onEmpty();
  }

  shutDown(): void {
    for (const participant of this.participants()) {
      participant.sendLeave(DisconnectReason.SERVER_SHUTDOWN, LeaveRequest_Action.RECONNECT);
      participant.close();
    }
    this.bySid.clear();
    this.close();
  }

  answer(participant: Participant, { sdp, id }: { sdp: string; id: number }): void {
    const answer = participant.negotiation.answer(sdp);
    if (answer === undefined) {
      this.remove(participant, DisconnectReason.STATE_MISMATCH);
      return;
    }
    const { midToTrackId, published } = answer;
    participant.send({ case: "answer", value: { type: "answer", sdp: answer.sdp, id, midToTrackId } });
    answer.commit();
    if (published.length > 0) {
      this.announce(participant);
      for (const publication of published) {
        for (const other of this.participants()) {
          if (other === participant || !other.subscribesAlone) continue;
          this.subscribe(other, publication);
          other.negotiation.refresh();
        }
      }
    }
    participant.negotiation.requestOffer();
  }

  /**
   * Subscribes a participant to a track, if the token and the publisher allow it. Media flows after the next
   * negotiation.
   */
  subscribe(participant: Participant, publication: Publication): void {
    const { sid } = publication.info;
    const isOwn = participant.publications.has(sid);
    if (isOwn || !participant.grant.canSubscribe || participant.subscriptions.has(sid)) return;
    if (this.bySid.get(publication.publisherSid)?.permits(participant, sid) === false) {
      tellPermission(participant, publication, false);
      return;
    }
    participant.subscriptions.set(sid, new Subscription(publication, participant.transport));
  }

  /**
   * Sets who may receive a participant's tracks: all, or some of them. Others lose those that they receive: after a
   * first change at once, after the following ones together.
   */
  permit(publisher: Participant, { allParticipants, trackPermissions }: SubscriptionPermission): void {
    const before = publisher.permissions;
    publisher.permissions = allParticipants ? undefined : trackPermissions.slice(0, maxPermissions);
    if (!this.permitted.has(publisher)) this.applyPermissions(publisher, before);
  }

  private applyPermissions(publisher: Participant, before: Participant["permissions"]): void {
    const { permissions } = publisher;
    this.permitted.add(publisher);
    for (const other of this.participants()) {
      if (other !== publisher) this.applyPermissionsTo(other, publisher, before);
    }
    const later = setTimeout(() => {
      this.permitted.delete(publisher);
      const hasMore = publisher.permissions !== permissions && this.bySid.has(publisher.sid);
      if (hasMore) this.applyPermissions(publisher, permissions);
    }, changesEveryMs);
    later.unref();
  }

  private applyPermissionsTo(
    other: Participant,
    publisher: Participant,
    before: Participant["permissions"],
  ): void {
    for (const publication of publisher.publications.values()) {
      const { sid } = publication.info;
      const isAllowed = publisher.permits(other, sid);
      if (isAllowed === publisher.permits(other, sid, before ?? null)) continue;
      if (!isAllowed) this.unsubscribe(other, sid);
      else if (other.subscribesAlone) this.subscribe(other, publication);
      tellPermission(other, publication, isAllowed);
      other.negotiation.refresh();
    }
  }

  unsubscribe(participant: Participant, trackSid: string): void {
    participant.subscriptions.get(trackSid)?.stop();
    participant.subscriptions.delete(trackSid);
  }

  findTrack(trackSid: string): Publication | undefined {
    for (const participant of this.bySid.values()) {
      const publication = participant.publications.get(trackSid);
      if (publication !== undefined) return publication;
    }
    return undefined;
  }

  private createParticipant(grant: Grant, subscribesAlone: boolean): Participant {
    const publications = new Map<string, Publication>();
    const subscriptions = new Map<string, Subscription>();
    const transport = createPeerTransport(this.deps.socketOf(grant.identity), {
      onConnected: () => {
        participant.state = ParticipantInfo_State.ACTIVE;
        this.announce(participant);
      },
      onRtp: (packet) => participant.upstream.onRtp(packet),
      onRtcp: (packet) => handleRtcp(participant, packet),
      onData: (label, message) =>
        relayData(participant, label, message, this.participants(), (parts) =>
          this.deps.mayTakeData(grant.identity, parts),
        ),
      mayTakePacket: () => this.deps.mayTakePacket(grant.identity),
      mayTakeData: (parts) => this.deps.mayTakeData(grant.identity, parts * Math.max(1, this.size - 1)),
      // A leaving client closes the transport at once, before its leave message arrives on the websocket.
      onClosed: () => {
        const goodbye = setTimeout(
          () => this.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT),
          goodbyeMs,
        );
        goodbye.unref();
      },
    });
    const upstream = createUpstream({
      transport,
      publications: () => publications.values(),
      onAudioLevel: (level) => this.speakers.note(participant.sid, level),
    });
    const downstream = createDownstream(subscriptions, ({ publication, isHeld }) => {
      const state = isHeld ? StreamState.PAUSED : StreamState.ACTIVE;
      const { sid: trackSid } = publication.info;
      const streamStates = [{ participantSid: publication.publisherSid, trackSid, state }];
      participant.send({ case: "streamStateUpdate", value: { streamStates } });
    });
    const negotiation = new Negotiation({
      transport,
      endpoint: this.deps.endpoint,
      publications,
      subscriptions,
      publish: (section, published) => this.publish(participant, section, published),
      unpublish: (publication) => this.unpublish(participant, publication),
      onUnsupported: ({ publication: { info } }) => {
        this.unsubscribe(participant, info.sid);
        const value = { trackSid: info.sid, err: SubscriptionError.SE_CODEC_UNSUPPORTED };
        participant.send({ case: "subscriptionResponse", value });
      },
      awaitsTrack: () => participant.announced.length > 0,
      requestSections: (numAudios, numVideos) =>
        participant.send({ case: "mediaSectionsRequirement", value: { numAudios, numVideos } }),
    });
    const participant = new Participant({
      grant,
      subscribesAlone,
      transport,
      upstream,
      downstream,
      negotiation,
      publications,
      subscriptions,
    });
    return participant;
  }

  private publish(
    participant: Participant,
    section: MediaSection,
    published: PublishedSection,
  ): Publication | undefined {
    const track = takeAnnounced(participant.announced, section);
    if (track === undefined) return undefined;
    const { redPayloadType: _, ...plain } = published.codec;
    const codec = track.request.disableRed ? plain : published.codec;
    const info = describeTrack(track, codec);
    info.mid = section.mid;
    this.replaceSound(participant, info);
    const publication = new Publication(
      info,
      { ...published, codec },
      {
        sid: participant.sid,
        askForKeyFrame: (ssrc) => participant.upstream.requestKeyFrame(ssrc),
        onFirstSink: () => participant.send({ case: "trackSubscribed", value: { trackSid: info.sid } }),
        mayForward: () => this.deps.forwards.mayForward(participant.identity),
        noteForwarded: (receivers) => this.deps.forwards.noteForwarded(participant.identity, receivers),
        isHeard: (level, now) => this.size <= allHeardUpTo || this.loudest.hears(info.sid, level, now),
        onDemand: (rank) =>
          participant.send({
            case: "subscribedQualityUpdate",
            value: describeDemand(info.sid, codec.name, rank),
          }),
      },
    );
    participant.publications.set(info.sid, publication);
    participant.upstream.expect(publication, section.streams);
    return publication;
  }

  /** One microphone and one sound of a screen for each participant: the newest. */
  private replaceSound(participant: Participant, { type, source }: TrackInfo): void {
    if (type !== TrackType.AUDIO) return;
    for (const older of [...participant.publications.values()]) {
      if (older.isVideo || older.info.source !== source) continue;
      this.unpublish(participant, older);
      participant.send({ case: "trackUnpublished", value: { trackSid: older.info.sid } });
    }
  }

  private unpublish(participant: Participant, publication: Publication): void {
    participant.publications.delete(publication.info.sid);
    participant.upstream.forget(publication);
    publication.close();
    this.announce(participant);
    this.withdraw(publication);
  }

  private withdraw(publication: Publication): void {
    this.loudest.forget(publication.info.sid);
    for (const other of this.participants()) {
      if (!other.subscriptions.has(publication.info.sid)) continue;
      this.unsubscribe(other, publication.info.sid);
      other.negotiation.refresh();
    }
  }

  private tellSpeakers(): void {
    const speakers = this.speakers.take().filter(({ sid }) => this.bySid.has(sid));
    if (speakers.length === 0) return;
    this.each((participant) => participant.send({ case: "speakersChanged", value: { speakers } }));
  }

  /** Sends the current speakers to a client that has missed changes. */
  tellSpeakersTo(participant: Participant): void {
    const speakers = this.participants()
      .filter((other) => other !== participant)
      .map(({ sid }) => this.speakers.stateOf(sid));
    if (speakers.length > 0) participant.send({ case: "speakersChanged", value: { speakers } });
  }

  /** Names the tracks that a client may not receive. */
  tellPermissionsTo(participant: Participant): void {
    for (const publisher of this.participants()) {
      for (const publication of publisher.publications.values()) {
        const isAllowed = publisher === participant || publisher.permits(participant, publication.info.sid);
        if (!isAllowed) tellPermission(participant, publication, false);
      }
    }
  }

  /** Sends every participant's connection quality to all, every four seconds. */
  private tellQuality(about = this.participants()): void {
    this.each((listener) => {
      const updates = about
        .filter((person) => !(person.isLost && person === listener))
        .map(({ sid, loss, isLost }) => ({ participantSid: sid, ...(isLost ? lost : qualityOf(loss)) }));
      if (updates.length > 0) listener.send({ case: "connectionQuality", value: { updates } });
    });
  }

  /**
   * Sends ConnectionQuality LOST to the others within three seconds of a publisher's last packet (RTP, RTCP, data or
   * ICE), and the real quality when packets come again. Participants who publish nothing have longer pauses, so LOST
   * takes longer. The removal (CONNECTION_TIMEOUT) comes at `goneAfterMs`.
   */
  private tellPresence(): void {
    const changed = this.participants().filter(
      (person) => person.isLost !== person.transport.presence.isSilent(),
    );
    for (const person of changed) person.isLost = !person.isLost;
    if (changed.length > 0) this.tellQuality(changed);
  }

  private upkeep(): void {
    const deadline = Date.now() - goneAfterMs;
    for (const participant of this.participants()) {
      participant.loss.up = participant.upstream.sendReports();
      participant.downstream.review(Date.now());
      const { withoutSocketSince, transport } = participant;
      if (withoutSocketSince !== undefined && withoutSocketSince < deadline) {
        this.remove(participant, DisconnectReason.SIGNAL_CLOSE);
      } else if (transport.presence.lastPacketAt < deadline) {
        this.remove(participant, DisconnectReason.CONNECTION_TIMEOUT, LeaveRequest_Action.RECONNECT);
      }
    }
  }

  private broadcast(participants: ParticipantInfo[]): void {
    this.each((participant) => participant.send({ case: "update", value: { participants } }));
  }

  private each(visit: (participant: Participant) => void): void {
    for (const participant of this.participants()) visit(participant);
  }

  private close(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}

function tellPermission(subscriber: Participant, publication: Publication, isAllowed: boolean): void {
  const { publisherSid: participantSid, info } = publication;
  const value = { participantSid, trackSid: info.sid, allowed: isAllowed };
  subscriber.send({ case: "subscriptionPermissionUpdate", value });
}
