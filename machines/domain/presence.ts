/** Whether users are online. No server reports since when. */

/** A user went online or offline, as pushed by the server or found by a request. */
export type PresenceNews = { type: "im.presence"; userID: string; isOnline: boolean };
