import { getStateNodes } from "@xstate/graph";
import { describe, expect, it } from "vitest";
import { type AnyActorLogic, type AnyStateMachine, and, createActor, not, or, setup } from "xstate";
import { Secret } from "../../machines/domain/secret.ts";
import { type ChartName, charts } from "../../machines/index.ts";
import { port, stream } from "../../machines/ports/stub.ts";
import { createApp } from "../../src/wiring/index.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aWorld } from "../fakes/world.ts";
import { models } from "../paths/models/index.ts";
import { withoutModel } from "../paths/models/without-model.ts";
import { OUTSIDE_EVENTS } from "../paths/outside.ts";
import { childOf } from "../paths/stage.ts";
import { plainCharts } from "../unit/plain-charts.ts";
import { sourcesIn } from "./source-files.ts";

const all = Object.entries(charts) as [ChartName, AnyStateMachine][];

type Node = ReturnType<typeof getStateNodes>[number];

const nodesOf = (machine: AnyStateMachine): Node[] => [machine.root, ...getStateNodes(machine)];

/** Whether a chart can be in both states at once: one contains the other, or they are in different regions. */
function canBeBoth(one: Node, other: Node): boolean {
  const above = (node: Node): Node[] => [node, ...(node.parent ? above(node.parent) : [])];
  const shared = above(one).find((node) => above(other).includes(node));
  return shared === one || shared === other || shared?.type === "parallel";
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null | undefined | (() => unknown);

function visit(value: Json, path: string, see: (value: Json, path: string) => void): void {
  see(value, path);
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) visit(inner as Json, `${path}.${key}`, see);
}

function namelessIn(machine: AnyStateMachine): string[] {
  const problems: string[] = [];
  const known = machine.implementations;
  const check = (kind: "guards" | "actions", one: Json, path: string): void => {
    const type = one !== null && typeof one === "object" && !Array.isArray(one) ? one.type : one;
    if (kind === "guards" && isComposed(type)) for (const part of type.guards) check(kind, part, path);
    else if (typeof type === "function") problems.push(`${path} is anonymous`);
    else if (typeof type !== "string" || !(type in known[kind])) problems.push(`${path}: ${String(type)}`);
  };
  visit(machine.config as unknown as Json, machine.id, (value, path) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return;
    if (value.guard !== undefined) check("guards", value.guard, `${path}.guard`);
    for (const key of ["actions", "entry", "exit"] as const)
      for (const action of listOf(value[key])) check("actions", action, `${path}.${key}`);
  });
  return problems;
}

/** `and`, `or` and `not` return functions that carry their guards. */
function isComposed(guard: Json): guard is (() => unknown) & { guards: Json[] } {
  return typeof guard === "function" && "check" in guard && "guards" in guard;
}

describe.each(all)("chart %s", (name, machine) => {
  it("has its catalogue name as its id", () => {
    expect(machine.id).toBe(name);
  });

  it("is no deeper than four levels", () => {
    const deep = nodesOf(machine).filter(({ path }) => path.length > 4);
    expect(deep.map(({ path }) => path.join("."))).toEqual([]);
  });

  it("cites requirements and rules by their ids", () => {
    const named = nodesOf(machine).flatMap(({ key, meta }) => (meta ? [`${key}: ${String(meta.rule)}`] : []));
    expect(named.filter((one) => !/: (R\d+|\d+-\d+)(, (R\d+|\d+-\d+))*$/.test(one))).toEqual([]);
  });

  it("handles the failure of every invoke, under a unique id", () => {
    const invokes = nodesOf(machine).flatMap((node) => node.invoke.map((invoke) => ({ node, invoke })));
    const careless = invokes.filter(
      ({ node, invoke }) => !node.transitions.has(`xstate.error.actor.${invoke.id}`),
    );
    expect(careless.map(({ invoke }) => invoke.id)).toEqual([]);
    const ids = invokes.map(({ invoke }) => invoke.id);
    expect(ids.filter((id) => /^\d|\./.test(id))).toEqual([]);
    const doubled = invokes.filter(({ node, invoke }) =>
      invokes.some(
        (other) => other.invoke !== invoke && other.invoke.id === invoke.id && canBeBoth(node, other.node),
      ),
    );
    expect(doubled.map(({ invoke }) => invoke.id)).toEqual([]);
  });

  it("names every delay", () => {
    const delays = nodesOf(machine).flatMap((node) => node.after.map(({ delay }) => delay));
    expect(delays.filter((delay) => typeof delay !== "string")).toEqual([]);
    for (const delay of delays) expect(machine.implementations.delays).toHaveProperty([String(delay)]);
  });

  it("names every guard and action, and each name exists", () => {
    expect(namelessIn(machine)).toEqual([]);
  });

  it("uses every guard, action, actor and delay it declares", () => {
    const words = new Set<string>();
    visit(machine.config as unknown as Json, name, (value, path) => {
      if (typeof value === "string") words.add(value);
      const [, key] = /\.after\.(\w+)$/.exec(path) ?? [];
      if (key) words.add(key);
    });
    const { guards, actions, actors, delays } = machine.implementations;
    const declared = [guards, actions, actors, delays].flatMap((kind) => Object.keys(kind));
    const code = codeOf(name);
    const isNamedInCode = (word: string) => code.includes(`"${word}"`);
    expect(declared.filter((word) => !words.has(word) && !isNamedInCode(word))).toEqual([]);
  });

  it("names its states with letters only", () => {
    const nodes = getStateNodes(machine);
    expect(nodes.filter(({ key }) => !/^[a-z][A-Za-z]*$/.test(key)).map(({ id }) => id)).toEqual([]);
  });

  it("handles only events that a view, a port or a chart sends", () => {
    const handled = new Set(nodesOf(machine).flatMap((node) => [...node.transitions.keys()]));
    const orphans = [...handled].filter((type) => !type.startsWith("xstate.") && !isProduced(type, machine));
    expect(orphans).toEqual([]);
  });
});

/**
 * Producers of the events that no view and no port sends. Each must be a chart in the catalogue, and its code must
 * contain the event type.
 */
const PRODUCERS: Readonly<Record<string, readonly ChartName[]>> = {
  "contacts.shown": ["signedIn"],
  "memberDirectory.meet": ["history", "conversations", "meeting"],
  "toast.add": ["toasts"],
  "place.changed": ["app", "session"],
  "codeEntry.resent": ["codeEntry"],
  "accountSetup.filledIn": ["accountSetup"],
  "session.signedIn": ["session"],
  "session.signedOut": ["session"],
  "session.ending": ["session"],
  "session.restart": ["app"],
  "navigation.arrived": ["navigation"],
  "navigation.restartLogin": ["navigation"],
  "navigation.go": ["contacts"],
  "conversations.cleared": ["conversations"],
  "outbox.clear": ["conversations"],
  "navigation.back": ["groupChange", "memberPicker", "userProfile", "contactRequest"],
  "groupChange.done": ["groupChange"],
  "password.changing": ["passwordChange"],
  "password.kept": ["passwordChange"],
  "password.changed": ["passwordChange"],
  "connection.silent": ["connection"],
  "notifications.watch": ["signedIn"],
  "notificationOffer.used": ["signedIn"],
  "conversation.shown": ["signedIn", "conversation"],
  "conversation.hidden": ["signedIn", "conversation"],
  "incomingShare.put": ["incomingShare"],
  "composer.append": ["conversation"],
  "attachments.add": ["conversation"],
  "conversation.loaded": ["conversation"],
  "conversation.unavailable": ["conversation"],
  "membership.changed": ["membership", "conversation"],
  "history.changed": ["history"],
  "history.seek": ["conversation"],
  "history.emptied": ["conversation"],
  "historyGaps.filled": ["historyGaps"],
  "jumpHistory.seek": ["jumpHistory"],
  "readState.rest": ["readState"],
  "readState.placed": ["readState"],
  "readState.seek": ["readState"],
  "unreadJump.found": ["unreadJump"],
  "history.newestGone": ["history"],
  "history.oldestGone": ["history"],
  "messageAction.revoked": ["messageAction"],
  "outbox.send": ["composer"],
  "outbox.attach": ["attachments", "voiceDraft", "shareConfirmation", "forwarding"],
  "voiceDraft.keep": ["recorder"],
  "voiceDraft.waits": ["voiceDraft"],
  "voiceDraft.gone": ["voiceDraft"],
  "chatSearch.seek": ["chatSearch"],
  "outbox.turn": ["outbox"],
  "outbox.resend": ["messageMenu"],
  "outbox.drop": ["messageMenu"],
  "outbox.follow": ["history"],
  "outbox.begun": ["outbox"],
  "outbox.message": ["outbox"],
  "outbox.dropped": ["outbox"],
  "outbox.retry": ["outbox"],
  "outbox.discard": ["outbox"],
  "outbox.*": ["composer", "messageMenu", "history"],
  "outbox.record": ["signedIn"],
  "callManager.record": ["callManager"],
  "callManager.known": ["callManager"],
  "callReceipts.expect": ["signedIn"],
  "call.sendSignal": ["caller", "callee", "groupCall", "invitee"],
  "call.setEndSignals": ["groupCall"],
  "call.notice": ["groupCall"],
  "meeting.entered": ["meeting"],
  "invitee.ended": ["invitee"],
  "invitee.arrived": ["groupCall"],
  "groupRoom.members": ["groupRoom"],
  "groupRoom.setHost": ["meeting"],
  "packet.send": ["groupRoom"],
  "mediaSession.mute": ["groupRoom"],
  "device.mute": ["mediaSession"],
  "call.setEndSignal": ["caller", "callee"],
  "call.connected": ["caller"],
  "call.keep": ["caller"],
  "call.outputChosen": ["mediaSession"],
  "call.replace": ["callManager"],
  "groupNotices.send": ["callManager"],
  "invitationCheck.check": ["callManager"],
  "invitationCheck.passed": ["invitationCheck"],
  "invitationCheck.refused": ["invitationCheck"],
  "room.gone": ["mediaSession"],
  "signalQueue.deliver": ["callManager"],
  "device.set": ["mediaDevice"],
  "callRoom.begin": ["caller", "callee"],
  "callRoom.linked": ["callRoom"],
  "callRoom.unlinked": ["callRoom"],
  "callRoom.met": ["callRoom"],
  "callRoom.parted": ["callRoom"],
  "room.up": ["mediaSession"],
  "room.down": ["mediaSession"],
  "room.arrived": ["mediaSession"],
  "room.departed": ["mediaSession"],
  "messageAction.ended": ["messageAction"],
  "outgoingMessage.changed": ["outgoingMessage"],
  "outgoingMessage.ready": ["outgoingMessage"],
  "outgoingMessage.failed": ["outgoingMessage"],
  "outgoingMessage.ended": ["outgoingMessage"],
};

const chartSources = sourcesIn("machines").map(({ code }) => code);

function codeOf(chart: ChartName): string {
  return chartSources.find((code) => new RegExp(`createMachine\\(\\{\\s*id: "${chart}"`).test(code)) ?? "";
}

const views = sourcesIn("src").filter(({ path }) => /^src\/(shell|screens|components)\//.test(path));
/** Actors that turn the calls of a port into events. */
const wiring = sourcesIn("src").filter(({ path }) => path.startsWith("src/wiring/"));

function isProduced(type: string, machine: AnyStateMachine): boolean {
  if (type.startsWith("user.")) return isSentByView(type) || isForwarded(type, machine);
  if (OUTSIDE_EVENTS.some((one) => matches(one, type))) return true;
  if (wiring.some(({ code }) => makes(code, type))) return true;
  const makers = PRODUCERS[type] ?? [];
  return makers.some((maker) => {
    return makes(codeOf(maker), type);
  });
}

/** "signal.*" matches every event of that origin. */
function matches(type: string, descriptor: string): boolean {
  return type === descriptor || (descriptor.endsWith(".*") && type.startsWith(descriptor.slice(0, -1)));
}

/** Whether the code creates the event. Handling it is not enough. */
function makes(code: string, type: string): boolean {
  const [origin, verb] = type.split(".");
  if (verb === "*") return code.includes(`type: "${origin}.`);
  return code.includes(`type: "${type}"`) || code.includes(`type: \`${origin}.\${`);
}

function isSentByView(type: string): boolean {
  return views.some(({ code }) => code.includes(`"${type}"`));
}

/** Whether a view sends the event to another chart, which passes it on. */
function isForwarded(type: string, machine: AnyStateMachine): boolean {
  return all.some(
    ([, other]) =>
      other !== machine && isSentByView(type) && nodesOf(other).some((node) => node.transitions.has(type)),
  );
}

function listOf(value: Json): Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

describe("all charts", () => {
  it("have a path model, or a reason and plain tests", () => {
    const reasons = Object.entries(withoutModel);
    const plain = reasons.map(([chart]) => chart);
    expect([...Object.keys(models), ...plain].sort()).toEqual(Object.keys(charts).sort());
    expect(reasons.filter(([, reason]) => reason === "")).toEqual([]);
    const tested = Object.entries(plainCharts).filter(([, { tests }]) => Object.keys(tests).length > 0);
    expect(tested.map(([chart]) => chart)).toEqual(expect.arrayContaining(plain));
  });

  it("are in the catalogue", () => {
    const ids = chartSources.flatMap((code) =>
      [...code.matchAll(/\.createMachine\(\{\s*id: "(\w+)"/g)].map(([, id]) => id),
    );
    expect([...ids].sort()).toEqual(Object.keys(charts).sort());
  });

  it("never let a secret into an event's text, an input's text or a snapshot", async () => {
    const ports = fakePorts({ world: aWorld({ signedIn: false }), path: "/login" });
    ports.hold("account.signIn");
    const seen: string[] = [];
    const app = createApp(ports, {
      logger: (...words) => seen.push(words.map(String).join(" ")),
      inspect: (event) => {
        if (event.type === "@xstate.event") seen.push(JSON.stringify(event.event));
        if (event.type === "@xstate.action") seen.push(JSON.stringify(event.action));
      },
    });
    app.start();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    const flow = childOf(app, "session", "signInFlow");
    flow?.send({ type: "user.typePhone", phoneNumber: "13800000001" });
    flow?.send({ type: "user.submit", secret: new Secret("correct horse 1") });
    const [asked] = ports.sent("account.signIn");
    expect(asked?.proof.kind === "password" && asked.proof.password.reveal()).toBe("correct horse 1");
    seen.push(
      JSON.stringify(app.getPersistedSnapshot()),
      JSON.stringify(flow?.getSnapshot()),
      JSON.stringify(asked),
    );
    app.stop();
    expect(seen.join("\n")).toContain("[secret]");
    expect(seen.join("\n")).not.toContain("correct horse");
  });

  it("enter their error state when a port is not provided", () => {
    const sync = createActor(charts.sync).start();
    const { status, value } = sync.getSnapshot();
    sync.stop();
    expect({ status, value }).toEqual({ status: "active", value: { work: "stale", server: "unheard" } });
  });

  it.each([
    ["port", port("loadGroup"), 'Port "loadGroup" is not provided'],
    ["stream", stream("groupEvents"), 'Stream "groupEvents" is not provided'],
  ])("learn the name of a %s that is not provided from its error", async (_, logic, message) => {
    const actor = createActor<AnyActorLogic>(logic, { input: undefined });
    const failure = new Promise<unknown>((resolve) => actor.subscribe({ error: resolve }));
    actor.start();
    expect(await failure).toMatchObject({ message });
  });

  it("the name rule finds anonymous guards and actions at any depth", () => {
    const named = setup({ guards: { isTrue: () => true }, actions: { act: () => {} } });
    const clean = named.createMachine({
      id: "clean",
      entry: "act",
      on: { "*": { guard: not(and(["isTrue", or(["isTrue"])])), actions: { type: "act" } } },
    });
    expect(namelessIn(clean)).toEqual([]);
    const loose = named.createMachine({
      id: "loose",
      entry: () => {},
      on: { a: { actions: ["act", () => {}] }, b: { guard: () => true }, c: { guard: not(() => true) } },
      initial: "one",
      states: { one: { exit: [() => {}], always: { guard: and(["isTrue", or([() => true])]) } } },
    });
    expect(namelessIn(loose)).toEqual(
      [
        "loose.entry is anonymous",
        "loose.on.a.actions is anonymous",
        "loose.on.b.guard is anonymous",
        "loose.on.c.guard is anonymous",
        "loose.states.one.exit is anonymous",
        "loose.states.one.always.guard is anonymous",
      ].map((problem) => expect.stringContaining(problem)),
    );
  });
});
