/** The SDK requests its database's wasm at login. This module loads it earlier. */
import sqlWasmUrl from "../../../../node_modules/@openim/wasm-client-sdk/assets/sql-wasm.wasm?url";
import { compileAhead } from "./compile-ahead.ts";

compileAhead(sqlWasmUrl);
