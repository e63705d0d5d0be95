/** People in one room, and in all rooms together: one thread forwards about ten thousand packets a second. */
export const maxParticipants = 16;
export const maxPeople = 200;
export const maxRooms = 200;
/** Users whose rates are remembered. */
export const maxRemembered = 10 * maxPeople;
/** In a larger room only the loudest microphones are heard. */
export const allHeardUpTo = 8;
export const maxRoomsPerPerson = 8;
export const maxTracks = 8;
/** Characters of a name, of metadata, or of all attributes together. */
export const maxMetadata = 16_384;

/** Largest websocket frame, in bytes. */
export const maxSignal = 1024 * 1024;
/**
 * Largest unpacked join request, in bytes. It comes packed in 16 KiB of HTTP headers. A browser's has seven sections of
 * up to 150 lines. Many small parts take longer to read than a large one.
 */
export const maxJoin = 128 * 1024;
/** Fields of a request or a join request: each takes some microseconds. The longest name a thousand tracks. */
export const maxRequestFields = 2500;
/** So many fields of a request count as one more. */
export const fieldsOfRequest = 64;
/** Tracks announced in a join request. Each gets an answer. */
export const maxTracksInJoin = 32;

/**
 * Requests of a user, and one more for each KiB of them: an offer in a room of sixteen has 300 KiB, and a client makes
 * one for each track that comes. A layout of many tiles sends tens of small ones.
 */
export const signalRate = { burst: 4000, perMinute: 6000 };
/**
 * Offers that a client is asked for, because tracks of others came or went. Further changes wait and are offered
 * together. A real LiveKit asks at most every 150 ms.
 */
export const offerRate = { burst: 30, perMinute: 300 };
/** Joins and resumes of a user, and questions whether a join is allowed. Others in the room are told of each. */
export const joinRate = { burst: 60, perMinute: 30 };
/** An announced track, in bytes; everybody in the room gets it. */
export const maxTrackRequest = 4096;
/** Tracks named in one request. */
export const maxNamedTracks = 1000;

/** People whom a participant names as receivers of its tracks. */
export const maxPermissions = 100;

/**
 * Packets of a user, of any kind and in all rooms. A camera in three layers, a shared screen and sound have about a
 * thousand in a second. Above the rate they are lost before they are decrypted.
 */
export const packetRate = { burst: 6000, perMinute: 180_000 };

/**
 * Packets of a user that are forwarded, once for each receiver, in all rooms. Camera, screen and sound to fifteen people
 * are about ten thousand in a second, which is half of what the thread can send. Above the rate they are lost.
 */
export const forwardRate = { burst: 24_000, perMinute: 720_000 };

/** Largest message on a data channel, in bytes (max-message-size, RFC 8841). */
export const maxDataMessage = 65_536;

/** Fields of a data message. Each receiver also takes time for them. */
export const maxDataFields = 512;
/** So many fields of a data message count as a part. */
export const fieldsOfPart = 16;

/** Streams of data channels in one connection. A client opens three. */
export const maxDataStreams = 64;
/** Parts of messages that are held until a message is complete. The largest message has about sixty. */
export const maxHeldParts = 2000;
/** Parts that are held because one before them is missing. */
export const maxPartsAfterGap = 256;
/**
 * Parts of data messages of a user, once for each receiver: a part is a message, or a kilobyte of a large one. One
 * thread serves all calls, and each part takes as long as a packet of sound.
 */
export const dataRate = { burst: 2000, perMinute: 60_000 };

/**
 * DTLS handshake messages of one connection. A handshake has about ten, and a client that gets no answer sends them again
 * nine times in fifteen seconds. Each may take a millisecond.
 */
export const maxHandshakeMessages = 128;
/** DTLS records in one packet. The largest flight of a client has five. */
export const maxRecords = 16;

/** A participant without packets or without a signalling connection for this long is removed. */
export const goneAfterMs = 15_000;
