/** Runs paths on actors. No action and no child of the project runs: each child waits for the answer of the path. */
import {
  type ActionExecutor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromPromise,
} from "xstate";
import { answerOf, leavesOf, nodesOf, transitionKey } from "./structure.ts";

/** What can be noticed of an actor after a step. */
export interface Moment {
  leaves: readonly string[];
  isDone: boolean;
  context: string;
  /** The actions that the step asked for, in order, with their parameters. */
  actions: readonly string[];
}

interface Answer {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

const answers = new WeakMap<AnyActorRef, Answer>();

const waiting = fromPromise(
  ({ self }) => new Promise((resolve, reject) => answers.set(self, { resolve, reject })),
);

/** An `always` transition of an edited machine may loop. */
const MAX_ITERATIONS = 500;

/**
 * The machine with a waiting actor for each of its children.
 * @throws Error if an invoked actor has no name, because it cannot be replaced
 */
export function withoutChildren(machine: AnyStateMachine): AnyStateMachine {
  const invokes = nodesOf(machine.root).flatMap((node) => node.invoke.map(({ src }) => ({ node, src })));
  const nameless = invokes.find(({ src }) => typeof src !== "string" || src.startsWith("xstate.invoke."));
  if (nameless)
    throw new Error(
      `An actor in \`${nameless.node.path.join(".") || machine.id}\` has no name: name it in \`setup({ actors })\`.`,
    );
  const names = [...invokes.map(({ src }) => String(src)), ...Object.keys(machine.implementations.actors)];
  const quiet: AnyStateMachine = machine.provide({
    actors: Object.fromEntries(names.map((name) => [name, waiting])),
  });
  quiet.options = { ...quiet.options, maxIterations: MAX_ITERATIONS };
  return quiet;
}

/** An actor of a machine, whose steps can be noticed. */
export class Walker {
  /** Keys of the transitions taken. */
  readonly taken = new Set<string>();
  readonly #actor: AnyActorRef;
  #actions: string[] = [];
  #error: unknown = null;

  /** @param machine a machine `withoutChildren` */
  constructor(machine: AnyStateMachine, input: unknown) {
    this.#actor = createActor(
      logicOf(machine, (action) => this.#actions.push(action)),
      {
        input,
        clock: { setTimeout: () => 0, clearTimeout: () => {} },
        logger: () => {},
        inspect: (event) => {
          if (event.type !== "@xstate.microstep" || event.actorRef !== this.#actor) return;
          for (const transition of event._transitions) this.taken.add(transitionKey(transition));
        },
      },
    );
    this.#actor.subscribe({
      error: (error) => {
        this.#error = error;
      },
    });
  }

  async start(): Promise<Moment> {
    this.#actor.start();
    return this.#look();
  }

  /**
   * Gives the actor an event: an answer comes from the child, and a timer must run.
   * @throws Error if the event cannot come
   */
  async step(event: EventObject): Promise<Moment> {
    this.#actions = [];
    const [, how, id = ""] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    if (how !== undefined) this.#answer(id, how === "done", event);
    else {
      if (event.type.startsWith("xstate.after.") && !this.#hasTimer(event.type))
        throw new Error("the timer does not run");
      this.#actor.send(event);
    }
    return this.#look();
  }

  /** Where each event would lead now: the states, or that the machine cannot take it. */
  foresee(events: readonly EventObject[]): string[] {
    const snapshot: AnyMachineSnapshot = this.#actor.getSnapshot();
    return events.map((event) => {
      try {
        return leavesOf(answerOf(snapshot.machine, snapshot, event)[0]).join(" ");
      } catch {
        return "refused";
      }
    });
  }

  stop(): void {
    this.#actor.stop();
  }

  #answer(id: string, isDone: boolean, event: EventObject): void {
    const { children }: AnyMachineSnapshot = this.#actor.getSnapshot();
    const child = children[id];
    const answer = child && answers.get(child);
    if (!answer) throw new Error(`\`${id}\` does not run`);
    if (isDone) answer.resolve("output" in event ? event.output : undefined);
    else answer.reject("error" in event ? event.error : undefined);
  }

  #hasTimer(type: string): boolean {
    const scheduled = Object.values(this.#actor.system.getSnapshot()._scheduledEvents);
    return scheduled.some(({ event }) => event.type === type);
  }

  async #look(): Promise<Moment> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#error !== null) throw this.#error;
    const snapshot: AnyMachineSnapshot = this.#actor.getSnapshot();
    return {
      leaves: leavesOf(snapshot),
      isDone: snapshot.status === "done",
      context: textOf(snapshot.context),
      actions: this.#actions,
    };
  }
}

/** The machine with `note` instead of the project's own actions. Those of XState run, too. */
function logicOf(machine: AnyStateMachine, note: (action: string) => void): AnyActorLogic {
  const quiet = (scope: AnyActorScope): AnyActorScope => {
    const actionExecutor: ActionExecutor = (action) => {
      note(`${action.type} ${wordsOf(action)}`);
      if (action.type.startsWith("xstate.")) scope.actionExecutor(action);
    };
    return { ...scope, actionExecutor };
  };
  return {
    transition: (snapshot, event, scope) => machine.transition(snapshot, event, quiet(scope)),
    getInitialSnapshot: (scope, input) => machine.getInitialSnapshot(quiet(scope), input),
    start: (snapshot) => machine.start(snapshot),
    getPersistedSnapshot: (snapshot, options) => machine.getPersistedSnapshot(snapshot, options),
  };
}

/** Of the parameters of XState's actions, only those that the machine chooses: others hold whole actors. */
const CHOSEN = ["src", "input", "event", "delay"];

function wordsOf({ type, params }: Parameters<ActionExecutor>[0]): string {
  if (!type.startsWith("xstate.") || typeof params !== "object" || params === null) return textOf(params);
  return textOf(Object.fromEntries(Object.entries(params).filter(([name]) => CHOSEN.includes(name))));
}

/** Returns a text that is the same for equal values. */
export function textOf(value: unknown): string {
  const seen = new WeakSet<object>();
  const text: string | undefined = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "bigint" || typeof part === "symbol") return String(part);
    if (typeof part !== "object" || part === null) return part;
    if (seen.has(part)) return "again";
    seen.add(part);
    return part instanceof Map || part instanceof Set ? [...part] : part;
  });
  return text ?? "";
}
