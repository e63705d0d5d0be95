/// <reference types="vite/client" />

/** Version of package.json. */
declare const __APP_VERSION__: string;
