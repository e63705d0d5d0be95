/** People in one room, and in all rooms together: one thread forwards about ten thousand packets a second. */
export const maxParticipants = 16;
export const maxPeople = 200;
export const maxRooms = 200;
/** In a larger room only the loudest microphones are heard. */
export const allHeardUpTo = 8;
export const maxRoomsPerPerson = 8;
export const maxTracks = 8;
/** Characters of a name, of metadata, or of all attributes together. */
export const maxMetadata = 16_384;

/** Largest websocket frame and unpacked join request, in bytes. */
export const maxSignal = 1024 * 1024;

/** Largest message on a data channel, in bytes (max-message-size, RFC 8841). */
export const maxDataMessage = 65_536;

/** A participant without packets or without a signalling connection for this long is removed. */
export const goneAfterMs = 15_000;
