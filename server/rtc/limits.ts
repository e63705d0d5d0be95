/** What one deployment on one machine is meant for, and what nobody may exceed. */
export const maxParticipants = 8;
export const maxRooms = 200;
/** Rooms one person is in at a time, on all devices together. */
export const maxRoomsPerPerson = 8;
export const maxTracks = 8;
/** Characters of a name, a piece of metadata, or all attributes together. */
export const maxMetadata = 16_384;

/** Largest websocket frame and unpacked join request, in bytes. */
export const maxSignal = 1024 * 1024;

/** Largest message on a data channel, in bytes (max-message-size, RFC 8841). */
export const maxDataMessage = 65_536;

/** A participant that sends nothing, or has no signalling connection, for this long is removed. */
export const goneAfterMs = 15_000;
