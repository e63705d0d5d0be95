/** The SDK's database worker, silenced: every error it prints it also answers with. */
import "./quiet.ts";
import "./sql-ahead.ts";
import "../../../../node_modules/@openim/wasm-client-sdk/lib/worker.js";

console.error = () => {};
