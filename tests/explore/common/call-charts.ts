/**
 * The charts of calls with the app's own wiring. Wiring them takes longer than a run, so a device of an exploration
 * keeps them from run to run, and each page plugs in what is outside of it.
 */
import { setup } from "xstate";
import { callManagerMachine } from "../../../machines/calls/call-manager.ts";
import type { CallKeeping, KeptCall, LeftCall, OutgoingSignal } from "../../../machines/calls/call-rules.ts";
import type { CallManagerNews } from "../../../machines/calls/call-slots.ts";
import { leftCallMachine } from "../../../machines/calls/left-call.ts";
import type { RoomCommand, RoomEvent } from "../../../machines/calls/media-room.ts";
import type { CallRecord, GroupCallNotice, SignalEvent } from "../../../machines/domain/call.ts";
import type { GroupEvent, GroupMember, GroupStanding } from "../../../machines/domain/people.ts";
import { placeOf } from "../../../machines/domain/route.ts";
import type { Clock, Ring } from "../../../machines/ports/platform.ts";
import { actorsByName } from "../../../src/wiring/actors-by-name.ts";
import { callCharts } from "../../../src/wiring/calls.ts";
import { fakePorts } from "../../fakes/ports.ts";
import { USER_IDS } from "../../pair/device.ts";

export const nameOf = (userID: string) =>
  Object.entries(USER_IDS).find(([, known]) => known === userID)?.[0] ?? userID;

/** The part of the app above the call manager. */
const pageMachine = setup({
  types: {
    context: {} as { clock: Clock; userID: string },
    input: {} as { clock: Clock; userID: string },
    events: {} as CallManagerNews,
    children: {} as { callManager: "callManager"; leftCall: "leftCall" },
  },
  actors: { callManager: callManagerMachine, leftCall: leftCallMachine },
  actions: { keepRecord: (_, _record: CallRecord) => {} },
}).createMachine({
  id: "page",
  context: ({ input }) => input,
  invoke: [
    {
      id: "callManager",
      src: "callManager",
      input: ({ context, self }) => ({ ...context, parent: self, place: placeOf("/conversation") }),
    },
    { id: "leftCall", src: "leftCall", input: ({ context, self }) => ({ ...context, parent: self }) },
  ],
  on: {
    "callManager.record": {
      actions: {
        type: "keepRecord",
        params: ({ event }) => event.record,
      },
    },
  },
});

/** The parts outside of a page. */
export interface Outside {
  sendSignal(signal: OutgoingSignal): Promise<void>;
  requestAccess(): Promise<void>;
  join(
    roomID: string,
    send: (event: RoomEvent) => void,
  ): { command(command: RoomCommand): void; leave(): void };
  /** The group of group calls; none where users call each other only. */
  readonly group?: GroupOutside | undefined;
  /** The returned functions end it. */
  ring(kind: Ring["kind"]): () => void;
  keepAwake(): () => void;
  listen(hear: (signal: SignalEvent) => void): () => void;
  onClosing(callback: () => void): () => void;
  keepCall(call: KeptCall): void;
  dropCall(): void;
  leaveCall(): void;
  takeCall(): LeftCall | null;
  keepRecord(record: CallRecord): void;
}

export interface GroupOutside {
  loadMembersByID(userIDs: readonly string[]): Promise<GroupMember[]>;
  lookUpGroup(): Promise<GroupStanding>;
  listen(hear: (event: GroupEvent) => void): () => void;
  sendNotice(notice: GroupCallNotice): Promise<void>;
  /** Whether the user was the last who left the room. */
  wasLast(roomID: string): Promise<boolean>;
}

export interface CallCharts {
  page: typeof pageMachine;
  plug(outside: Outside): void;
}

type Keep = Extract<CallKeeping, { type: "call.keep" }>;

export function createCallCharts(): CallCharts {
  let plugged: Outside | null = null;
  const outside = (): Outside => {
    if (!plugged) throw new Error("No page is open");
    return plugged;
  };
  const group = (): GroupOutside => {
    const { group: here } = outside();
    if (!here) throw new Error("There is no group");
    return here;
  };
  const fake = fakePorts();
  const ports: typeof fake = {
    ...fake,
    im: {
      ...fake.im,
      sendSignal: (signal) => outside().sendSignal(signal),
      loadUser: async ({ userID }) => ({ userID, nickname: nameOf(userID), faceURL: "", ex: "" }),
      loadMembersByID: ({ userIDs }) => group().loadMembersByID(userIDs),
      lookUpGroup: () => group().lookUpGroup(),
      groupEvents: (hear) => group().listen(hear),
      sendGroupCallNotice: ({ notice }) => group().sendNotice(notice),
      signalEvents: (hear) => outside().listen(hear),
    },
    media: {
      ...fake.media,
      prepare: async () => {},
      requestAccess: () => outside().requestAccess(),
      join: ({ roomID }, send) => outside().join(roomID, send),
      wasLast: ({ roomID }) => group().wasLast(roomID),
    },
    platform: {
      ...fake.platform,
      ring: ({ kind }) => outside().ring(kind),
      keepAwake: () => outside().keepAwake(),
      onClosing: (callback) => outside().onClosing(callback),
    },
    storage: {
      ...fake.storage,
      keepCall: ({ call }: Pick<Keep, "call">) => outside().keepCall(call),
      dropCall: () => outside().dropCall(),
      leaveCall: () => outside().leaveCall(),
      takeCall: async () => outside().takeCall(),
    },
  };
  const { callManager, leftCall } = callCharts({
    ports,
    actors: actorsByName(ports),
    language: () => "en",
    alerts: () => ({ sound: false, notifications: false, previews: false }),
  });
  return {
    page: pageMachine.provide({
      actors: { callManager, leftCall },
      actions: { keepRecord: (_, record) => outside().keepRecord(record) },
    }),
    plug(next) {
      plugged = next;
      // Otherwise each run would keep the actors of its unanswered calls.
      fake.dropCalls();
    },
  };
}
