declare const __APP_VERSION__: string;

/** The product version, for example "0.1.0", set by the build. */
export const APP_VERSION = __APP_VERSION__;
