/** The SDK asks for its database's wasm when somebody logs in; by then it shall be here. */
import sqlWasmUrl from "../../../../node_modules/@openim/wasm-client-sdk/assets/sql-wasm.wasm?url";
import { compileAhead } from "./compile-ahead.ts";

compileAhead(sqlWasmUrl);
