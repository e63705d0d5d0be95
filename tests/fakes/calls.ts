/** The ports' promise calls as data: names, inputs and outputs, and a switchboard that records them. */

import { Failure, type FailureCode } from "../../machines/domain/failure.ts";
import type { Ports } from "../../machines/ports/index.ts";
import type { UpdatesPort } from "../../machines/ports/updates.ts";
import type { signedInChart } from "../../src/wiring/signed-in.ts";

/** All ports, and the signed-in chart before it is wired to them. */
export interface AskedPorts extends Ports {
  program: { fetchSignedIn(): Promise<typeof signedInChart>; fetchUpdates(): Promise<void> };
  updates: UpdatesPort;
}

type Asking<Port> = {
  [Method in keyof Port]: Port[Method] extends (...input: never[]) => Promise<unknown> ? Method : never;
}[keyof Port];

/** E.g. "im.login". */
export type CallName = {
  [Port in keyof AskedPorts]: `${Port}.${Asking<AskedPorts[Port]> & string}`;
}[keyof AskedPorts];

type Method<Name extends CallName> = Name extends `${infer Port extends keyof AskedPorts}.${infer Key}`
  ? Key extends keyof AskedPorts[Port]
    ? AskedPorts[Port][Key]
    : never
  : never;

export type InputOf<Name extends CallName> =
  Method<Name> extends (...input: infer Input) => unknown ? Input[0] : never;

export type OutputOf<Name extends CallName> =
  Method<Name> extends (...input: never[]) => Promise<infer Output> ? Output : never;

/** Automatic answers: return the output, or throw a `Failure`. */
export type Answers = {
  [Name in CallName]?: (input: InputOf<Name>) => OutputOf<Name> | Promise<OutputOf<Name>>;
};

export interface PendingCall<Name extends CallName = CallName> {
  readonly name: Name;
  readonly input: InputOf<Name>;
  resolve(...output: OutputOf<Name> extends void ? [] : [OutputOf<Name>]): void;
  reject(code: FailureCode): void;
}

/** `call` is "port.method". */
export interface WireEntry {
  readonly call: string;
  readonly input: unknown;
}

export interface Switchboard {
  /** Every call and notification by the app, oldest first. */
  readonly wire: WireEntry[];
  /** Records a call that has no answer. */
  note(call: string, input?: unknown): void;
  ask<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /** Unanswered calls of that name, oldest first, including those whose caller has stopped. */
  pending<Name extends CallName>(name: Name): PendingCall<Name>[];
  waiting(): CallName[];
  /** Answers that call automatically from now on. */
  answer<Name extends CallName>(name: Name, answer: NonNullable<Answers[Name]>): void;
  /** Leaves that call to the test from now on. */
  hold(...names: CallName[]): void;
  /** Drops the log, and the calls that wait. */
  dropCalls(): void;
}

/** Further calls wait: a chart that asks again after every answer would never let a test continue. */
export const MOST_CALLS = 10_000;

export function createSwitchboard(initial: Answers): Switchboard {
  const wire: WireEntry[] = [];
  const answers = new Map<CallName, (input: unknown) => unknown>(
    Object.entries(initial) as [CallName, (input: unknown) => unknown][],
  );
  const open: PendingCall[] = [];

  const isCalled =
    <Name extends CallName>(name: Name) =>
    (call: PendingCall): call is PendingCall<Name> & PendingCall =>
      call.name === name;

  return {
    wire,
    note: (call, input) => void wire.push({ call, input }),
    ask(name, input) {
      wire.push({ call: name, input });
      const answer = answers.get(name);
      if (answer && wire.length < MOST_CALLS)
        return Promise.resolve(input).then(answer) as Promise<OutputOf<typeof name>>;
      return new Promise<OutputOf<typeof name>>((resolve, reject) => {
        const settle = (how: () => void) => () => {
          open.splice(open.indexOf(call), 1);
          how();
        };
        const call = {
          name,
          input,
          resolve: (output: OutputOf<typeof name>) => settle(() => resolve(output))(),
          reject: (code: FailureCode) => settle(() => reject(new Failure(code)))(),
        } as unknown as PendingCall;
        open.push(call);
      });
    },
    pending: (name) => open.filter(isCalled(name)),
    waiting: () => open.map(({ name }) => name),
    answer: (name, answer) => void answers.set(name, answer as (input: unknown) => unknown),
    hold: (...names) => {
      for (const name of names) answers.delete(name);
    },
    dropCalls() {
      wire.length = 0;
      open.length = 0;
    },
  };
}
