/** Loads Go's own loader, which defines the global `Go`, and reports when its program starts and ends. */
import "../../../../node_modules/@openim/wasm-client-sdk/assets/wasm_exec.js";

/** Calls `onBegin` when the Go program runs, and `onEnd` when it ends. It ends only by a panic. */
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
