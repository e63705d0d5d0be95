import type { SdkEvent, SdkReport, SdkRequest } from "../../../../src/adapters/openim/connection/channel.ts";
import type { SdkWorker } from "../../../../src/adapters/openim/connection/rpc.ts";

/** The SDK's answer to a function: data, a thrown refusal, or a promise of either. */
export type Script = Record<string, (...args: readonly unknown[]) => unknown>;

/** A fake SDK worker that uses the real protocol and answers by a script. */
export class ScriptedWorker implements SdkWorker {
  readonly calls: { verb: string; name: string; args: readonly unknown[] }[] = [];
  terminated = false;
  readonly #target = new EventTarget();
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  addEventListener: Worker["addEventListener"] = (
    type: string,
    listener: EventListenerOrEventListenerObject,
  ) => this.#target.addEventListener(type, listener);

  postMessage(request: SdkRequest): void {
    const { id, verb, name, args } = structuredClone(request);
    this.calls.push({ verb, name, args });
    const answer = async () => {
      const scripted = this.#script[name];
      if (!scripted) throw refusal(-1, "not scripted");
      return scripted(...args);
    };
    answer().then(
      (data) => this.report({ type: "result", id, data }),
      (error) => this.report({ type: "error", id, error }),
    );
  }

  terminate(): void {
    this.terminated = true;
  }

  report(...reports: SdkReport[]): void {
    this.#target.dispatchEvent(new MessageEvent("message", { data: structuredClone(reports) }));
  }

  /** Emits events as one batch. */
  emit(...events: (Partial<SdkEvent> & { name: string })[]): void {
    this.report(
      ...events.map((event) => ({ type: "event" as const, event: { data: "", errCode: 0, ...event } })),
    );
  }

  fail(): void {
    this.#target.dispatchEvent(new Event("error"));
  }

  argsOf(name: string): (readonly unknown[])[] {
    return this.calls.filter((call) => call.name === name).map(({ args }) => args);
  }
}

/** The SDK's error for a refused call. */
export function refusal(errCode: number, errMsg = ""): { errCode: number; errMsg: string } {
  return { errCode, errMsg };
}
