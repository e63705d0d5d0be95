/** Go's own loader (defines the global `Go`), and a way to learn that the program it runs has begun or ended. */
import "../../../../node_modules/@openim/wasm-client-sdk/assets/wasm_exec.js";

/** Calls `onBegin` when the Go program runs, and `onEnd` when it ends, which it never does by itself: it panicked. */
export function watchGo(onBegin: () => void, onEnd: () => void): void {
  const prototype: unknown = Reflect.get(Reflect.get(globalThis, "Go"), "prototype");
  if (typeof prototype !== "object" || prototype === null) return;
  const run: unknown = Reflect.get(prototype, "run");
  if (typeof run !== "function") return;
  Reflect.set(prototype, "run", async function (this: unknown, ...args: unknown[]) {
    try {
      const end: unknown = Reflect.apply(run, this, args);
      onBegin();
      return await end;
    } finally {
      onEnd();
    }
  });
}
