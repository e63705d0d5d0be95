import { useEffect, useEffectEvent } from "react";
import { type MediaSessionActor, useSend } from "../../shell/actors.tsx";
import { useDevice, useDeviceView } from "./roomView.ts";

/** The part of the browser's Media Session that calls use. Not every browser has all of it. */
interface BrowserSession {
  metadata: MediaMetadata | null;
  setActionHandler(action: string, handler: (() => void) | null): void;
  setMicrophoneActive?(isActive: boolean): unknown;
  setCameraActive?(isActive: boolean): unknown;
}

export interface CallInSystem {
  /** False while the call rings here, and in a lobby. */
  isActive: boolean;
  /** The devices have buttons only then (2-104). */
  isConnected: boolean;
  /** The peer, the group or the meeting. */
  title: string;
  /** Names of the users in a call of many. */
  people?: string | undefined;
  room: MediaSessionActor | undefined;
  /** False in a voice call of two, which shows no camera. */
  hasCamera: boolean;
  onHangUp: () => void;
}

/**
 * The call's name and buttons outside the page: lock screens, media keys, and the browser's own small window. They do
 * what the buttons of the call do.
 */
export function useMediaSession(call: CallInSystem): void {
  const { isActive, isConnected, title, people = "", room, hasCamera, onHangUp } = call;
  const microphone = useDevice({ room }, "microphone");
  const camera = useDevice({ room }, "camera");
  const { isOn: isHeard } = useDeviceView(microphone);
  const { isOn: isSeen } = useDeviceView(camera);
  const toMicrophone = useSend(microphone);
  const toCamera = useSend(camera);
  const hangUp = useEffectEvent(onHangUp);
  const offersMicrophone = isConnected && microphone !== undefined;
  const offersCamera = isConnected && hasCamera && camera !== undefined;

  useEffect(() => {
    const session = browserSession();
    if (!isActive || !session) return;
    if (typeof MediaMetadata !== "undefined") session.metadata = new MediaMetadata({ title, artist: people });
    return () => {
      session.metadata = null;
    };
  }, [isActive, title, people]);

  useEffect(() => {
    if (isActive) return handle("hangup", () => hangUp());
  }, [isActive]);

  useEffect(() => {
    if (offersMicrophone) return handle("togglemicrophone", () => toMicrophone({ type: "user.toggle" }));
  }, [offersMicrophone, toMicrophone]);

  useEffect(() => {
    if (offersCamera) return handle("togglecamera", () => toCamera({ type: "user.toggle" }));
  }, [offersCamera, toCamera]);

  useEffect(() => {
    if (offersMicrophone) ignoreFailure(browserSession()?.setMicrophoneActive?.(isHeard));
  }, [offersMicrophone, isHeard]);

  useEffect(() => {
    if (offersCamera) ignoreFailure(browserSession()?.setCameraActive?.(isSeen));
  }, [offersCamera, isSeen]);
}

/** A browser may refuse to show the state, e.g. for a page without focus. The call's own buttons show it. */
function ignoreFailure(answer: unknown): void {
  Promise.resolve(answer).catch(() => {});
}

function browserSession(): BrowserSession | undefined {
  return "mediaSession" in navigator ? navigator.mediaSession : undefined;
}

/** Returns a function that removes the handler. A browser throws for an action that it does not know. */
function handle(action: string, handler: () => void): () => void {
  const session = browserSession();
  try {
    session?.setActionHandler(action, handler);
  } catch {
    return () => {};
  }
  return () => session?.setActionHandler(action, null);
}
