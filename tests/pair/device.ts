/** A user's device: the whole app on fake ports, connected to the relay and the media server. */

import type { ActorRefFrom, Subscribable } from "xstate";
import type { callManagerMachine } from "../../machines/calls/call-manager.ts";
import type { CallOutcome, EndReason } from "../../machines/calls/call-rules.ts";
import type { CallManagerContext } from "../../machines/calls/call-slots.ts";
import type { RoomEvent } from "../../machines/calls/media-room.ts";
import type { CallMedia } from "../../machines/domain/call.ts";
import { Failure } from "../../machines/domain/failure.ts";
import type { Message } from "../../machines/domain/message.ts";
import { chatPath } from "../../machines/domain/route.ts";
import { type App, createApp } from "../../src/wiring/index.ts";
import { type FakedPorts, type FakePorts, fakePorts, type Held, programWith } from "../fakes/ports.ts";
import { aConversation, aFriend, aMessage, aProfile, aWorld, NOON, singleChatID } from "../fakes/world.ts";
import type { MediaServer, Membership } from "./media-server.ts";
import { type Endpoint, type Relay, short } from "./relay.ts";
import type { Scene } from "./scene.ts";
import type { Person } from "./styles.ts";

export const USER_IDS: Readonly<Record<Person, string>> = {
  mia: "1000000001",
  anna: "1000000002",
  ben: "1000000003",
};

/** A device's side of a call, from start to end. Times on the simulation's clock. */
export interface CallSide {
  readonly device: string;
  readonly role: "caller" | "callee";
  readonly roomID: string;
  readonly userID: string;
  readonly peerID: string;
  readonly begunAt: number;
  connectedAt: number | null;
  endedAt: number | null;
  /** Null during the call, or if the session ended first. */
  reason: EndReason | null;
}

/** Milliseconds until the server says who is online. */
const PRESENCE_TIME = 20;

type CallManager = ActorRefFrom<typeof callManagerMachine>;

interface CallSnapshot {
  context: { startedAt: number | null; isJoin: boolean };
  output?: CallOutcome | undefined;
}

/** What the user sees of the call screen. */
export type ScreenExpectation = "away" | "free" | "calling" | "ringing" | "joining" | "talking";

export interface Device extends Endpoint {
  readonly sides: readonly CallSide[];
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  readonly expectation: ScreenExpectation;
  readonly side: CallSide | undefined;
  readonly membership: Membership | undefined;
  /** What the current page and all earlier pages hold: rooms, ringing, wake locks. */
  readonly held: readonly Pick<Held, "rooms" | "ringing" | "awake">[];
  /** The open chat with the first peer; undefined while it is not open. */
  readonly chat: { conversationID: string; messages: readonly Message[] } | undefined;
  open(): void;
  /** Follows a new call manager and opens the chat. Call it whenever nothing more can happen at the current time. */
  watch(): void;
  /** `isOrderly`: the browser reports the close in advance. */
  close(isOrderly: boolean): void;
  signOut(): void;
  call(peer: Person, mediaType: CallMedia): void;
  accept(): void;
  /** Answers in the notification of a call. The next page hears of it when its call charts run. */
  answerRing(roomID: string): void;
  hangUp(): void;
  minimise(): void;
  restore(): void;
  /** Random user action on microphone, camera or sound. */
  pressAnything(): void;
}

export function createDevice(
  scene: Scene,
  { name, person, peer }: { name: string; person: Person; peer: Person },
  server: { relay(): Relay; media: MediaServer },
): Device {
  const { time, choices, trace, faults, style } = scene;
  const userID = USER_IDS[person];
  const chatID = singleChatID(USER_IDS[peer], userID);
  const world = aWorld({
    me: aProfile({ userID, nickname: person }),
    friends: style.cast.filter((one) => one !== person).map((one) => aFriend({ userID: USER_IDS[one] })),
    groups: [],
    members: [],
    conversations: (["mia", "anna", "ben"] as const).map((one) => {
      const conversationID = singleChatID(USER_IDS[one], userID);
      return aConversation({ conversationID, userID: USER_IDS[one], showName: one, latestMsg: null });
    }),
    messages: [],
  });
  const skew = choices.chance(style.net.skew) ? choices.pick([-2000, 1500, 4000, -3_600_000, 86_400_000]) : 0;
  const sides: CallSide[] = [];
  const log: string[] = [];
  const errors: unknown[] = [];
  const pages: FakePorts[] = [];
  let page: { app: App; fake: FakePorts; memberships: Set<Membership>; isGone: boolean } | null = null;

  const mayFail = async () => {
    await time.pass(choices.between(5, 800));
    if (!choices.chance(style.net.fail)) return;
    faults.count += 1;
    throw new Failure(choices.pick(["network", "timeout", "unknown"] as const));
  };
  const callManager = () =>
    page?.app.getSnapshot().children.session?.getSnapshot().children.signedIn?.getSnapshot().children
      .callManager;

  /** Ports that are connected to the simulated servers. A closed page reaches no server. */
  const portsOf = (fake: FakePorts, here: { memberships: Set<Membership>; isGone: boolean }): FakedPorts => {
    fake.answer("im.sendSignal", (outgoing) =>
      here.isGone ? new Promise(() => {}) : server.relay().sendSignal(device, outgoing),
    );
    fake.answer("im.sendMessage", ({ clientMsgID }) => {
      const made = world.messages.find((message) => message.clientMsgID === clientMsgID);
      if (!made) throw new Failure("unknown");
      return server.relay().store(device, made);
    });
    fake.answer("im.checkPresence", async ({ userID: asked }) => {
      await time.pass(PRESENCE_TIME);
      return server.relay().isOnline(asked);
    });
    fake.answer("im.sendCallRing", async ({ userID: called, record }) => {
      const made = aMessage({
        clientMsgID: choices.newID(),
        conversationID: singleChatID(called, userID),
        sendID: userID,
        recvID: called,
        content: { type: "callRecord", record },
      });
      const kept = await server.relay().store(device, made);
      if (!here.isGone) fake.emit.messages({ type: "im.messages", messages: [kept] });
    });
    fake.answer("im.loadOlder", ({ conversationID, cursor }) => ({
      messages: server.relay().stored.filter((message) => message.conversationID === conversationID),
      cursor,
      isEnd: true,
    }));
    fake.answer("media.requestAccess", mayFail);
    fake.answer("media.prepare", mayFail);
    fake.answer("im.loadUser", async ({ userID: wanted }) => {
      await mayFail();
      return { userID: wanted, nickname: wanted, faceURL: "", ex: "" };
    });
    const ports: FakedPorts = {
      account: fake.account,
      credentials: fake.credentials,
      files: fake.files,
      im: fake.im,
      registration: fake.registration,
      meetingKeys: fake.meetingKeys,
      rows: fake.rows,
      storage: fake.storage,
      location: fake.location,
      player: fake.player,
      push: fake.push,
      recorder: fake.recorder,
      scanner: fake.scanner,
      shares: fake.shares,
      loadedMedia: fake.loadedMedia,
      program: programWith(fake, () => ports),
      platform: {
        ...fake.platform,
        newID: choices.newID,
        now: () => NOON + time.now() + skew,
      },
      media: {
        ...fake.media,
        join(input, send) {
          const held = fake.media.join(input, send);
          const hear = (event: RoomEvent) => {
            if (!here.isGone) send(event);
          };
          const membership = server.media.join({ name, userID }, input.roomID, hear);
          here.memberships.add(membership);
          return {
            command(command) {
              held.command(command);
              membership.command(command);
            },
            leave() {
              held.leave();
              here.memberships.delete(membership);
              if (!here.isGone) membership.leave();
            },
          };
        },
      },
    };
    return ports;
  };

  const begin = (role: CallSide["role"], { call }: CallManagerContext): CallSide => {
    const side: CallSide = {
      device: name,
      role,
      roomID: call?.invitation.roomID ?? "",
      userID,
      peerID: call?.participant.userInfo.userID ?? "",
      begunAt: time.now(),
      connectedAt: null,
      endedAt: null,
      reason: null,
    };
    sides.push(side);
    trace(`${name} ${role === "caller" ? "calls" : "is called"}, room ${short(side.roomID)}`);
    return side;
  };
  const follow = (
    call: Subscribable<CallSnapshot> & { getSnapshot(): CallSnapshot },
    side: CallSide,
    seen: WeakSet<object>,
  ) => {
    seen.add(call);
    call.subscribe({
      next({ context }) {
        if (side.connectedAt !== null || context.startedAt === null) return;
        side.connectedAt = time.now();
        trace(`${name} is connected, room ${short(side.roomID)}`);
      },
      complete() {
        side.endedAt = time.now();
        side.reason = call.getSnapshot().output?.reason ?? null;
        trace(`${name} ends room ${short(side.roomID)}: ${side.reason ?? "torn down"}`);
      },
    });
  };
  let answered: string | null = null;
  const createWatch = () => {
    const seen = new WeakSet<object>();
    const watched = new WeakSet<object>();
    const look = (line: CallManager) => {
      const { children, context } = line.getSnapshot();
      const { call } = children;
      if (!call || seen.has(call)) return;
      follow(call, begin(call.getSnapshot().context.isJoin ? "callee" : "caller", context), seen);
    };
    return () => {
      const line = callManager();
      if (!line || watched.has(line)) return;
      watched.add(line);
      page?.app.getSnapshot().children.navigation?.send({ type: "user.navigate", to: chatPath(chatID) });
      line.subscribe(() => look(line));
      look(line);
      if (answered !== null) page?.fake.emit.answers({ type: "push.answered", roomID: answered });
      answered = null;
    };
  };
  const watch = createWatch();

  const call = () => callManager()?.getSnapshot().children.call;
  const room = () => call()?.getSnapshot().children.callRoom?.getSnapshot().children.mediaSession;

  const device: Device = {
    name,
    userID,
    nickname: person,
    sides,
    log,
    errors,
    get isReachable() {
      return callManager() !== undefined;
    },
    get expectation() {
      const line = callManager()?.getSnapshot();
      if (!line) return "away";
      if (!line.hasTag("engaged")) return "free";
      if (device.side?.connectedAt != null) return "talking";
      const { call } = line.children;
      if (!call?.getSnapshot().context.isJoin) return "calling";
      return call.getSnapshot().value === "ringing" ? "ringing" : "joining";
    },
    get side() {
      return sides.findLast(({ endedAt }) => endedAt === null);
    },
    get membership() {
      return [...(page?.memberships ?? [])].at(-1);
    },
    get held() {
      return pages.map(({ held }) => held);
    },
    get chat() {
      const signedIn = page?.app.getSnapshot().children.session?.getSnapshot().children.signedIn;
      const history = signedIn?.getSnapshot().context.open?.actor.getSnapshot().children.history;
      return history && { conversationID: chatID, messages: history.getSnapshot().context.messages };
    },
    receiveSignal: (signal) => page?.fake.emit.signals(signal),
    receiveMessage: (message) => page?.fake.emit.messages({ type: "im.messages", messages: [message] }),
    watch,
    open() {
      const fake = fakePorts({ world });
      pages.push(fake);
      const here = { memberships: new Set<Membership>(), isGone: false };
      const app = createApp(portsOf(fake, here), {
        clock: time.clock,
        logger: (...words: unknown[]) => {
          const line = words.join(" ");
          trace(`${name} logs "${line}"`);
          log.push(line);
        },
      });
      page = Object.assign(here, { app, fake });
      app.subscribe({ error: (error) => errors.push(error) });
      app.start();
    },
    close(isOrderly) {
      if (!page) return;
      trace(`${name} ${isOrderly ? "closes the page" : "loses the page"}`);
      if (isOrderly) page.fake.closePage();
      page.isGone = true;
      for (const membership of page.memberships) {
        if (isOrderly) membership.leave();
        else membership.vanish();
      }
      page.app.stop();
      page = null;
      for (const side of sides) side.endedAt ??= time.now();
    },
    signOut() {
      trace(`${name} signs out`);
      page?.app.getSnapshot().children.session?.send({ type: "user.signOut" });
    },
    call(to, mediaType) {
      trace(`${name} presses call (${mediaType}) for ${to}`);
      const userInfo = { userID: USER_IDS[to], nickname: to, faceURL: "", ex: "" };
      callManager()?.send({ type: "user.call", participant: { userInfo }, mediaType });
    },
    accept() {
      trace(`${name} presses accept`);
      call()?.send({ type: "user.accept" });
    },
    answerRing(roomID) {
      trace(`${name} answers the notification of ${short(roomID)}`);
      answered = roomID;
    },
    hangUp() {
      trace(`${name} presses hang up`);
      call()?.send({ type: "user.hangUp" });
    },
    minimise: () => callManager()?.send({ type: "user.minimise" }),
    restore: () => callManager()?.send({ type: "user.restore" }),
    pressAnything() {
      const press = choices.pick(["microphone", "camera", "flip", "sound"] as const);
      const { microphone, camera } = room()?.getSnapshot().children ?? {};
      if (press === "microphone") microphone?.send({ type: "user.toggle" });
      if (press === "camera") camera?.send({ type: "user.toggle" });
      if (press === "flip") camera?.send({ type: "user.flip" });
      if (press === "sound") room()?.send({ type: "user.enableSound" });
      if (choices.chance(0.3)) room()?.send({ type: "user.chooseOutput", outputID: "speaker" });
    },
  };
  return device;
}
