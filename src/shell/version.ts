declare const __APP_VERSION__: string;

/** The product's version, e.g. "0.1.0", put in by the build. */
export const APP_VERSION = __APP_VERSION__;
