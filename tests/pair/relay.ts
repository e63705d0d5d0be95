/** Simulated messaging server: delivers signals with the faults of the style, and stores messages. */

import type { SignalEvent } from "../../machines/domain/call.ts";
import { Failure } from "../../machines/domain/failure.ts";
import type { Message } from "../../machines/domain/message.ts";
import type { InputOf } from "../fakes/calls.ts";
import { NOON } from "../fakes/world.ts";
import type { Scene } from "./scene.ts";

type Outgoing = InputOf<"im.sendSignal">;

export interface Endpoint {
  readonly name: string;
  readonly userID: string;
  readonly nickname: string;
  /** False while the page is closed. Signals are lost then; stored messages are loaded later. */
  readonly isReachable: boolean;
  receiveSignal(signal: SignalEvent): void;
  receiveMessage(message: Message): void;
}

/** A signal that a device sent or received. Times on the simulation's clock. */
export interface RelayedSignal {
  readonly device: string;
  readonly kind: Outgoing["signal"]["kind"];
  readonly roomID: string;
  readonly at: number;
}

export interface Relay {
  readonly sent: readonly RelayedSignal[];
  /** Every received copy. */
  readonly received: readonly RelayedSignal[];
  /** Like `ImPort.sendSignal`. */
  sendSignal(from: Endpoint, outgoing: Outgoing): Promise<void>;
  /**
   * Stores a message once (protocol section 2.7). It reaches all other devices of both users, in order and without
   * loss.
   */
  store(from: Endpoint, message: Message): Promise<Message>;
  /** Whether a device of the user is connected. */
  isOnline(userID: string): boolean;
  /** Oldest first. */
  readonly stored: readonly Message[];
}

export function createRelay(scene: Scene, endpoints: () => readonly Endpoint[]): Relay {
  const { time, choices, trace, faults } = scene;
  const { net } = scene.style;
  const stored: Message[] = [];
  const sent: RelayedSignal[] = [];
  const received: RelayedSignal[] = [];
  /** When a device's last signal reaches the server. A socket keeps the order, and no two signals arrive at once. */
  const lastAt = new Map<Endpoint, number>();

  const tripTime = () => choices.between(5, choices.chance(net.slow) ? 3 * net.trip : net.trip);

  const carry = (from: Endpoint, { to, signal }: Outgoing, isFirst: boolean) => {
    const event = eventOf(from, signal, NOON + time.now());
    const word = `${signal.kind} ${short(signal.invitation.roomID)} of ${from.name}`;
    for (const endpoint of endpoints()) {
      if (endpoint.userID !== to || endpoint === from) continue;
      const about = { device: endpoint.name, signal: word };
      const loss = {
        kind: "loss",
        says: `The network loses the ${word} for ${endpoint.name}.`,
        act: { kind: "lost", ...about },
      } as const;
      if ((net.loseFirst && isFirst) || choices.chance(net.lose, loss)) {
        trace(`${word} is lost on the way to ${endpoint.name}`);
        continue;
      }
      const double = {
        kind: "double",
        says: `The network sends the ${word} to ${endpoint.name} twice.`,
        act: { kind: "doubled", ...about },
      } as const;
      const copies = choices.chance(net.duplicate, double) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++)
        time.after(
          tripTime() + (copy === 0 ? 0 : choices.between(0, 10_000)),
          () => {
            if (!endpoint.isReachable) return;
            trace(`${word} reaches ${endpoint.name}${copy === 0 ? "" : " again"}`);
            const { kind, invitation } = signal;
            received.push({ device: endpoint.name, kind, roomID: invitation.roomID, at: time.now() });
            endpoint.receiveSignal(event);
          },
          {
            says: `The ${word} reaches ${endpoint.name}${copy === 0 ? "" : " again"}.`,
            act: { kind: "arrives", ...about },
          },
        );
    }
  };

  return {
    sent,
    received,
    stored,
    isOnline: (userID) => endpoints().some((one) => one.userID === userID && one.isReachable),
    async sendSignal(from, outgoing) {
      const { kind, invitation } = outgoing.signal;
      const word = `${kind} ${short(invitation.roomID)}`;
      const about = { device: from.name, signal: `${word} of ${from.name}` };
      const isRefused = choices.chance(net.fail, {
        kind: "failure",
        act: { kind: "failed", ...about },
        says: `The request of ${from.name} to send the ${word} will fail.`,
      });
      const isFirst =
        kind === "invite" && !sent.some((one) => one.kind === kind && one.roomID === invitation.roomID);
      sent.push({ device: from.name, kind, roomID: invitation.roomID, at: time.now() });
      trace(`${from.name} sends ${word}${isRefused ? ", which fails" : ""}`, { kind: "sent", ...about });
      const arrival = Math.max((lastAt.get(from) ?? 0) + 1, time.now() + choices.between(5, net.trip / 4));
      lastAt.set(from, arrival);
      await time.pass(arrival - time.now());
      const despite = {
        kind: null,
        says: `The server has the ${word} of ${from.name} nevertheless.`,
      } as const;
      if (!isRefused || choices.chance(0.5, despite)) carry(from, outgoing, isFirst);
      await time.pass(choices.between(5, net.trip / 4), {
        says: isRefused
          ? `The request of ${from.name} to send the ${word} fails.`
          : `The server confirms the ${word} to ${from.name}.`,
        line: `answers of the server to ${from.name}`,
        act: { kind: isRefused ? "failed" : "confirmed", ...about },
      });
      if (!isRefused) return;
      faults.count += 1;
      throw new Failure("network");
    },
    async store(from, message) {
      await time.pass(choices.between(5, net.trip / 2));
      const known = stored.find(({ clientMsgID }) => clientMsgID === message.clientMsgID);
      if (known) return known;
      const seq = stored.filter(({ conversationID }) => conversationID === message.conversationID).length + 1;
      const kept: Message = { ...message, status: "sent", seq, sendTime: NOON + time.now() };
      stored.push(kept);
      const { content } = kept;
      const record = content.type === "callRecord" ? content.record : null;
      trace(`the chat gets: call ${record ? `${short(record.roomID)} ${record.result}` : "?"}`);
      const people = kept.conversationID.split("_").slice(1);
      for (const endpoint of endpoints())
        if (endpoint !== from && people.includes(endpoint.userID))
          time.after(tripTime(), () => endpoint.isReachable && endpoint.receiveMessage(kept));
      return kept;
    },
  };
}

function eventOf({ userID, nickname }: Endpoint, signal: Outgoing["signal"], sentAt: number): SignalEvent {
  const { invitation } = signal;
  const received = { sender: { userID, nickname, faceURL: "", ex: "" }, sentAt, invitation };
  switch (signal.kind) {
    case "invite":
      return { type: "signal.invite", ...received };
    case "accept":
      return { type: "signal.accept", ...received, deviceID: signal.deviceID };
    case "reject":
      return {
        type: "signal.reject",
        ...received,
        isBusy: signal.isBusy,
        isOutside: signal.isOutside ?? false,
      };
    case "cancel":
      return { type: "signal.cancel", ...received, acceptedBy: signal.acceptedBy };
    case "hungup":
      return { type: "signal.hungup", ...received, hasFailed: signal.hasFailed ?? false };
  }
}

/** Short form of a room id for the trace. */
export function short(roomID: string): string {
  return roomID.slice(0, 4);
}
