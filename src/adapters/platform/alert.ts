import type { AlertPermission } from "../../../machines/domain/alerts.ts";
import type { PlatformPort } from "../../../machines/ports/platform.ts";
import { logLine } from "../log.ts";
import type { SharedAudio } from "./audio.ts";

/** Two short, quiet, falling tones. Computed instead of loaded from a file. */
const TONES = [
  { at: 0, hertz: 880 },
  { at: 0.09, hertz: 660 },
];
const TONE_SECONDS = 0.14;
const VOLUME = 0.08;
/** Milliseconds after which the sound is skipped. A browser may delay it until the first touch. */
const TOO_LATE = 1000;

/** Plays the alert sound. Stays silent in browsers that allow no sound before the first touch. */
export function createChime(audio: SharedAudio): () => void {
  return () => {
    const context = audio.context();
    if (!context) reportSilence();
    else if (context.state === "running") play(context);
    else {
      const asked = performance.now();
      context.resume().then(() => {
        if (performance.now() - asked < TOO_LATE) play(context);
      }, reportSilence);
    }
  };
}

function play(audio: AudioContext): void {
  for (const tone of TONES) {
    const start = audio.currentTime + tone.at;
    const oscillator = new OscillatorNode(audio, { type: "sine", frequency: tone.hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(VOLUME, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + TONE_SECONDS);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + TONE_SECONDS);
  }
}

function reportSilence(): void {
  logLine("alert", "no sound");
}

/** By tag: a newer notification replaces the one before it. */
const shown = new Map<string, Notification>();

function closeAll(): void {
  for (const notification of shown.values()) notification.close();
  shown.clear();
}

/**
 * Shows a system notification if the page is hidden and the user has allowed notifications. Does not ask for
 * permission. It disappears when the page becomes visible. Returns a function that removes it.
 */
export function notify(input: {
  title: string;
  body: string;
  tag: string;
  /** Without the sound of the operating system. */
  isSilent?: boolean;
  /** Stays until the user or the page closes it. */
  isLasting?: boolean;
  onClick: () => void;
}): () => void {
  if (!document.hidden || permission() !== "granted") return () => {};
  try {
    const { title, body, tag, isSilent = false, isLasting = false } = input;
    const notification = new Notification(title, {
      body,
      tag,
      ...(isSilent && { silent: true }),
      ...(isLasting && { requireInteraction: true }),
    });
    shown.set(tag, notification);
    // The same function again adds no listener.
    document.addEventListener("visibilitychange", closeAll, { once: true });
    const close = () => {
      notification.close();
      if (shown.get(tag) === notification) shown.delete(tag);
    };
    notification.onclick = () => {
      close();
      input.onClick();
    };
    return close;
  } catch {
    logLine("alert", "no notification");
    return () => {};
  }
}

/** Chromium on Android has the class, but allows notifications only from service workers. */
function permission(): AlertPermission {
  const isMissing = typeof Notification === "undefined" || /Android.*Chrome/.test(navigator.userAgent);
  return isMissing ? "missing" : Notification.permission;
}

export const permissionEvents: PlatformPort["permissionEvents"] = (send) => {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = () => send({ type: "permission.changed", permission: permission() });
  tell();
  navigator.permissions?.query({ name: "notifications" }).then(
    (status) => status.addEventListener("change", tell, { signal }),
    () => {}, // some browsers do not report changes
  );
  return () => controller.abort();
};

export async function askPermission(): Promise<AlertPermission> {
  if (permission() === "default") await Notification.requestPermission();
  return permission();
}
