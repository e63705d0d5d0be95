/** Whether people are there. No server says since when. */

/** Somebody came or left, told by the server or found out by asking. */
export type PresenceNews = { type: "im.presence"; userID: string; isOnline: boolean };
