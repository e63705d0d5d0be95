/** OpenIM's platform number for a browser (9-10). */
export const PLATFORM_WEB = 5;

/** Content type of a custom message. */
export const CUSTOM_MESSAGE = 110;
