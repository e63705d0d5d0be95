import { logLine } from "../log.ts";
import type { SharedAudio } from "./audio.ts";

/** Two short falling tones, quiet. Made on the spot, so that there is no file to fetch. */
const TONES = [
  { at: 0, hertz: 880 },
  { at: 0.09, hertz: 660 },
];
const TONE_SECONDS = 0.14;
const VOLUME = 0.08;
/** Milliseconds after which nobody knows any more what it was for. A browser may wait for a touch that long. */
const TOO_LATE = 1000;

/** Plays the alert sound; a browser that allows none before the first touch stays silent. */
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

/**
 * A system notification, if the page is hidden and the person allowed them before. Permission is never asked for here.
 * The returned function takes it away.
 */
export function notify(input: {
  title: string;
  body: string;
  tag: string;
  /** Without the system's own sound. */
  isSilent?: boolean;
  onClick: () => void;
}): () => void {
  if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted")
    return () => {};
  try {
    const { title, body, tag, isSilent = false } = input;
    const notification = new Notification(title, { body, tag, ...(isSilent && { silent: true }) });
    notification.onclick = () => {
      notification.close();
      input.onClick();
    };
    return () => notification.close();
  } catch {
    // Chromium on Android has the class but allows notifications from service workers only
    logLine("alert", "no notification");
    return () => {};
  }
}
