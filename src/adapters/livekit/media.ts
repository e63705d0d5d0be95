import { Failure, failureCode } from "../../../machines/domain/failure.ts";
import type { Secret } from "../../../machines/domain/secret.ts";
import type { MediaPort, MediaRoom } from "../../../machines/ports/media.ts";
import { type AccessDependencies, createAccess } from "./access.ts";
import { watchCameras } from "./cameras.ts";
import { canEncrypt } from "./can-encrypt.ts";
import type { Connection } from "./connection.ts";
import type { createEncryption } from "./encryption.ts";
import { createLibrary, type LiveKit } from "./library.ts";
import { canCaptureScreen } from "./own-screen.ts";
import { createPictures } from "./pictures.ts";
import { showPreview } from "./preview.ts";
import { logMedia } from "./report.ts";

export interface MediaDependencies extends AccessDependencies {
  /** Whether the configuration allows to share the screen (7-40). */
  isScreenAllowed?: () => boolean;
  /** Returns the key of an encrypted meeting, or null. */
  keyOf?: (roomID: string) => Secret | null;
  load?: () => Promise<LiveKit>;
  loadEncryption?: () => Promise<{ createEncryption: typeof createEncryption }>;
}

export function createMedia({
  isScreenAllowed = () => true,
  keyOf = () => null,
  load = () => import("livekit-client"),
  loadEncryption = () => import("./encryption.ts"),
  ...dependencies
}: MediaDependencies): MediaPort {
  const library = createLibrary(load);
  const access = createAccess(dependencies);
  const pictures = createPictures();
  const encryptionOf = async (liveKit: LiveKit, key: Secret | null) => {
    if (!key) throw new Failure("unknown");
    return (await loadEncryption()).createEncryption(liveKit, key);
  };

  return {
    async prepare() {
      await library();
    },
    async requestAccess(input) {
      library().catch(() => {}); // in parallel; the join reports a failure
      await access.request(input);
    },
    join({ roomID, isMany, isEncrypted }, send): MediaRoom {
      const granted = access.take(roomID);
      let connection: Connection | null = null;
      let isOver = false;

      const start = async () => {
        if (!granted) throw new Failure("unknown");
        const [liveKit, { connect }] = await Promise.all([library(), import("./connection.ts")]);
        const encryption = isEncrypted ? await encryptionOf(liveKit, keyOf(roomID)) : null;
        const room = { liveKit, access: granted, pictures, isMany, isScreenAllowed: isScreenAllowed(), send };
        if (isOver) encryption?.close();
        else connection = connect({ ...room, encryption });
      };
      start().catch((error: unknown) => {
        if (isOver) return;
        logMedia("not joined", failureCode(error));
        send({ type: "room.closed", cause: "lost" });
      });

      return {
        command: (command) => connection?.obey(command),
        leave() {
          isOver = true;
          connection?.close();
        },
      };
    },
    moderate: access.moderate,
    roomInfo: access.roomInfo,
    show: pictures.show,
    watchCameras,
    preview: showPreview,
    canEncrypt,
    canShareScreen: () => isScreenAllowed() && canCaptureScreen(),
  };
}
