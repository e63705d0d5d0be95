/** The `systemId` of the session. */
export const SESSION = "session";
