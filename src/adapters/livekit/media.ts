import { Failure, failureCode } from "../../../machines/domain/failure.ts";
import type { Secret } from "../../../machines/domain/secret.ts";
import type { MediaPort, MediaRoom } from "../../../machines/ports/media.ts";
import { lazy } from "../lazy.ts";
import { type AccessDependencies, createAccess } from "./access.ts";
import { watchCameras } from "./cameras.ts";
import { canEncrypt } from "./can-encrypt.ts";
import type { Connection } from "./connection.ts";
import type { createEncryption } from "./encryption.ts";
import { createLibrary, type LiveKit } from "./library.ts";
import { canCaptureScreen } from "./own-screen.ts";
import { createPictures } from "./pictures.ts";
import type { Preview } from "./preview.ts";
import { logMedia } from "./report.ts";

export interface MediaDependencies extends AccessDependencies {
  /** Whether the configuration allows to share the screen (7-40). */
  isScreenAllowed?: () => boolean;
  /** Returns the key of an encrypted meeting, or null. */
  keyOf?: (roomID: string) => Secret | null;
  load?: () => Promise<LiveKit>;
  loadEncryption?: () => Promise<{ createEncryption: typeof createEncryption }>;
}

/** Visits that are remembered: an answer is asked for as soon as the room is left. */
const MOST_VISITS = 3;

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
  /** The newest visits to rooms of many. */
  const visits = new Map<string, { wasLast: Promise<boolean>; cut(): void }>();
  const before = lazy(async () => (await import("./preview.ts")).createPreview());

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
      let decide: (wasLast: boolean) => void = nothing;

      visits.get(roomID)?.cut();
      if (isMany) {
        const wasLast = new Promise<boolean>((resolve) => {
          decide = resolve;
        });
        visits.delete(roomID);
        visits.set(roomID, { wasLast, cut: () => connection?.cut() });
        if (visits.size > MOST_VISITS) visits.delete([...visits.keys()][0] ?? "");
      }
      const start = async () => {
        if (!granted) throw new Failure("unknown");
        const [liveKit, { connect }, blur] = await Promise.all([
          library(),
          import("./connection.ts"),
          isMany ? before().then((part) => part.blur) : null,
        ]);
        const encryption = isEncrypted ? await encryptionOf(liveKit, keyOf(roomID)) : null;
        const room = {
          liveKit,
          access: granted,
          pictures,
          blur,
          isMany,
          isScreenAllowed: isScreenAllowed(),
          encryption,
          send,
        };
        try {
          if (!isOver) connection = connect(room);
        } finally {
          if (!connection) encryption?.close();
        }
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
          void (connection ? connection.leave().then(decide) : decide(false));
        },
      };
    },
    wasLast: async ({ roomID }) => (await visits.get(roomID)?.wasLast) ?? false,
    moderate: access.moderate,
    roomInfo: access.roomInfo,
    show: pictures.show,
    watchCameras,
    preview: (element, report) =>
      later(
        before,
        (part) => part.preview(element, report),
        () => report(false),
      ),
    watchMicrophone: (report) =>
      later(
        before,
        (part) => part.watchMicrophone(report),
        () => report(null),
      ),
    watchBlur: (report) => later(before, ({ blur }) => blur.watch(report)),
    setBlur: (isOn) => void before().then(({ blur }) => blur.set(isOn), nothing),
    canEncrypt,
    canShareScreen: () => isScreenAllowed() && canCaptureScreen(),
  };
}

/** Starts when the part is loaded, unless the returned function was called before. That function stops it. */
function later(
  load: () => Promise<Preview>,
  start: (part: Preview) => () => void,
  failed: () => void = nothing,
): () => void {
  let stop = nothing;
  let isOver = false;
  load().then(
    (part) => {
      if (!isOver) stop = start(part);
    },
    () => {
      if (!isOver) failed();
    },
  );
  return () => {
    isOver = true;
    stop();
  };
}

function nothing(): void {}
