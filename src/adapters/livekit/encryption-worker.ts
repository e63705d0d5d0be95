/** Encrypts and decrypts the frames of a room. */
import "livekit-client/e2ee-worker";
