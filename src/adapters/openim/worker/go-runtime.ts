/** Go's own loader (defines the global `Go`), and a way to learn that the program it runs has ended. */
import "../../../../node_modules/@openim/wasm-client-sdk/assets/wasm_exec.js";

/** Calls `onEnd` when the Go program ends, which it never does by itself: it panicked. */
export function watchGo(onEnd: () => void): void {
  const prototype: unknown = Reflect.get(Reflect.get(globalThis, "Go"), "prototype");
  if (typeof prototype !== "object" || prototype === null) return;
  const run: unknown = Reflect.get(prototype, "run");
  if (typeof run !== "function") return;
  Reflect.set(prototype, "run", async function (this: unknown, ...args: unknown[]) {
    try {
      return await Reflect.apply(run, this, args);
    } finally {
      onEnd();
    }
  });
}
