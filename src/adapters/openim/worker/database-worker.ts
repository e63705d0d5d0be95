/** The SDK's database worker without console output. Each error it prints is also in its answer. */
import "./quiet.ts";
import "./sql-ahead.ts";
import "../../../../node_modules/@openim/wasm-client-sdk/lib/worker.js";

console.error = () => {};

// Tells `shim.ts` that the script has started.
const channel = new BroadcastChannel(self.name);
channel.postMessage("started");
channel.close();
