/// <reference types="vite/client" />

/** Version of package.json. */
declare const __APP_VERSION__: string;

/** Uncompressed size of the OpenIM SDK's wasm. */
declare const __WASM_BYTES__: number;
