/** The pages of a device, one after another: the charts of calls, connected to the relay and to media rooms. */
import { type ActorRefFrom, createActor, type InspectionEvent } from "xstate";
import type { KeptCall, LeftCall } from "../../../machines/calls/call-rules.ts";
import type { RoomCommand, RoomEvent } from "../../../machines/calls/media-room.ts";
import type { CallRecord, SignalEvent } from "../../../machines/domain/call.ts";
import { NOON } from "../../fakes/world.ts";
import { type Endpoint, type Relay, short } from "../../pair/relay.ts";
import type { CallCharts, GroupOutside, Outside } from "./call-charts.ts";
import type { ExploredScene } from "./explored-scene.ts";

/** A media connection of a page. */
export interface Membership {
  readonly roomID: string;
  command(command: RoomCommand): void;
  leave(): void;
  /** The page closes, and says so. */
  close(): void;
  /** The page is gone without a leave. */
  vanish(): void;
}

export interface CallPages {
  readonly isOpen: boolean;
  readonly records: readonly CallRecord[];
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  /** The media connections of the page that is open. */
  readonly memberships: readonly Membership[];
  /** Rooms, sounds and wake locks. */
  readonly held: readonly string[];
  /** The call manager of the page that is open. */
  manager(): ManagerRef | undefined;
  hear(signal: SignalEvent): void;
  open(): void;
  /** `isOrderly`: the browser reports the close in advance. Without it no signal is sent any more. */
  close(isOrderly: boolean): void;
  /** The page that is open, and what earlier pages stored. */
  state(): readonly unknown[];
}

type PageRef = ActorRefFrom<CallCharts["page"]>;
type ManagerRef = NonNullable<ReturnType<PageRef["getSnapshot"]>["children"]["callManager"]>;

export interface CallOutside {
  relay(): Relay;
  join(roomID: string, send: (event: RoomEvent) => void): Membership;
  group?: GroupOutside | undefined;
  /** Milliseconds that the clocks of all devices are ahead of the clock of the run; 0 by default. */
  lead?(): number;
  inspect?: ((event: InspectionEvent) => void) | undefined;
}

interface Page {
  app: PageRef | null;
  memberships: Set<Membership>;
  closing: Set<() => void>;
  hear: ((signal: SignalEvent) => void) | null;
  isGone: boolean;
}

export const SIGNAL_KINDS = {
  "signal.invite": "invite",
  "signal.accept": "accept",
  "signal.reject": "reject",
  "signal.cancel": "cancel",
  "signal.hungup": "hungup",
} as const;

/** `begun` is called with each new call manager. */
export function createCallPages(
  { time, trace }: ExploredScene,
  { endpoint, newID }: { endpoint: Endpoint; newID: () => string },
  charts: CallCharts,
  outside: CallOutside,
  begun: (manager: ManagerRef) => void,
): CallPages {
  const { name, userID } = endpoint;
  const records: CallRecord[] = [];
  const log: string[] = [];
  const errors: unknown[] = [];
  const holding = new Set<{ what: string }>();
  let kept: KeptCall | null = null;
  let left: LeftCall | null = null;
  let page: Page | null = null;

  const now = () => NOON + time.now() + (outside.lead?.() ?? 0);
  const hold = (what: string) => {
    const one = { what };
    holding.add(one);
    return () => void holding.delete(one);
  };
  const outsideOf = (here: Page): Outside => ({
    group: outside.group,
    sendSignal: (outgoing) =>
      here.isGone ? new Promise(() => {}) : outside.relay().sendSignal(endpoint, outgoing),
    requestAccess: () =>
      time.pass(0, {
        says: `The server lets ${name} into the room.`,
        line: `tokens of ${name}`,
        act: { kind: "media", device: name },
      }),
    join(roomID, send) {
      const hear = (event: RoomEvent) => {
        if (!here.isGone) send(event);
      };
      const membership = outside.join(roomID, hear);
      here.memberships.add(membership);
      return {
        command(command) {
          if (command.type === "device.set")
            hear({ type: command.on ? "device.on" : "device.off", source: command.source });
          else membership.command(command);
        },
        leave() {
          here.memberships.delete(membership);
          if (!here.isGone) membership.leave();
        },
      };
    },
    ring: (kind) => hold(kind),
    keepAwake: () => hold("awake"),
    listen(hear) {
      here.hear = hear;
      return () => {};
    },
    onClosing(callback) {
      here.closing.add(callback);
      return () => here.closing.delete(callback);
    },
    keepCall(call) {
      kept = call;
    },
    dropCall() {
      kept = null;
      left = null;
    },
    leaveCall() {
      if (kept) left = { ...kept, leftAt: now() };
      kept = null;
    },
    keepRecord: (record) => void records.push(record),
    takeCall() {
      const taken = left;
      left = null;
      return taken;
    },
  });
  const manager = () => page?.app?.getSnapshot().children.callManager;

  return {
    get isOpen() {
      return page !== null;
    },
    records,
    log,
    errors,
    get memberships() {
      return [...(page?.memberships ?? [])];
    },
    get held() {
      const rooms = [...(page?.memberships ?? [])].map(({ roomID }) => `room ${short(roomID)}`);
      return [...rooms, ...[...holding].map(({ what }) => what)];
    },
    manager,
    hear: (signal) => page?.hear?.(signal),
    open() {
      const here: Page = {
        app: null,
        memberships: new Set(),
        closing: new Set(),
        hear: null,
        isGone: false,
      };
      page = here;
      charts.plug(outsideOf(here));
      const app = createActor(charts.page, {
        input: { clock: { newID, now }, userID },
        clock: time.clockOf(name),
        logger: (...words: unknown[]) => {
          trace(`${name} logs "${words.join(" ")}"`);
          log.push(words.join(" "));
        },
        ...(outside.inspect ? { inspect: outside.inspect } : {}),
      });
      here.app = app;
      app.subscribe({ error: (error) => errors.push(error) });
      app.start();
      const opened = manager();
      if (opened) begun(opened);
    },
    close(isOrderly) {
      if (!page) return;
      if (isOrderly) for (const callback of page.closing) callback();
      page.isGone = true;
      for (const membership of page.memberships)
        if (isOrderly) membership.close();
        else membership.vanish();
      page.app?.stop();
      page = null;
    },
    state: () => [page?.app?.getPersistedSnapshot() ?? null, kept, left],
  };
}
