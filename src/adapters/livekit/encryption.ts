/** End-to-end encryption of a room (11-44). Loaded only for an encrypted meeting. */
import type { E2EEOptions } from "livekit-client";
import type { Secret } from "../../../machines/domain/secret.ts";
import type { LiveKit } from "./library.ts";

export interface Encryption {
  /** For the library, which encrypts the media. */
  options: E2EEOptions;
  /** Encrypts a packet that `userID` sends. */
  seal(bytes: Uint8Array<ArrayBuffer>, userID: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Decrypts a packet that `userID` sent; null if it was not encrypted with this key by that user. */
  open(bytes: Uint8Array, userID: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Resolves when the worker fails: from then on no frame is encrypted or decrypted. */
  failed: Promise<void>;
  close(): void;
}

const IV_BYTES = 12;

/** Separates the key of the packets from the keys that the library derives for media. */
const PACKETS = "parley packets";

export async function createEncryption(
  liveKit: Pick<LiveKit, "ExternalE2EEKeyProvider">,
  key: Secret,
  worker = startWorker(),
): Promise<Encryption> {
  const failed = new Promise<void>((resolve) => {
    for (const kind of ["error", "messageerror"] as const) worker.addEventListener(kind, () => resolve());
  });
  try {
    const keyProvider = new liveKit.ExternalE2EEKeyProvider();
    await keyProvider.setKey(key.reveal());
    const packetKey = await packetKeyOf(key);
    return {
      options: { keyProvider, worker },
      async seal(bytes, userID) {
        const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
        const sealed = await crypto.subtle.encrypt(methodOf(iv, userID), packetKey, bytes);
        const packet = new Uint8Array(IV_BYTES + sealed.byteLength);
        packet.set(iv);
        packet.set(new Uint8Array(sealed), IV_BYTES);
        return packet;
      },
      async open(bytes, userID) {
        const packet = new Uint8Array(bytes);
        const method = methodOf(packet.subarray(0, IV_BYTES), userID);
        try {
          return new Uint8Array(await crypto.subtle.decrypt(method, packetKey, packet.subarray(IV_BYTES)));
        } catch {
          return null;
        }
      },
      failed,
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** The sender is a part of what is encrypted, so that the server cannot put one member's packet into another's name. */
function methodOf(iv: Uint8Array<ArrayBuffer>, userID: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(userID) };
}

async function packetKeyOf(key: Secret): Promise<CryptoKey> {
  const utf8 = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", utf8.encode(key.reveal()), "HKDF", false, [
    "deriveKey",
  ]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8.encode(PACKETS) },
    material,
    { name: "AES-GCM", length: 128 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * The library decrypts a member's frames only while the server says that they are encrypted, and else plays them as
 * they come. In an encrypted meeting they are always decrypted, so that nothing else is ever shown.
 */
function startWorker(): Worker {
  const worker = new Worker(new URL("./encryption-worker.ts", import.meta.url), { type: "module" });
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: unknown, given?: Transferable[] | StructuredSerializeOptions) =>
    Array.isArray(given) ? post(enabled(message), given) : post(enabled(message), given);
  return worker;
}

function enabled(message: unknown): unknown {
  const isSwitch =
    typeof message === "object" &&
    message !== null &&
    "kind" in message &&
    message.kind === "enable" &&
    "data" in message;
  return isSwitch ? { ...message, data: Object.assign({}, message.data, { enabled: true }) } : message;
}
