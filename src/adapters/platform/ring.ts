import type { PlatformPort, Ring } from "../../../machines/ports/platform.ts";
import { notify } from "./alert.ts";
import type { SharedAudio } from "./audio.ts";
import type { Title } from "./title.ts";
import { SAMPLE_RATE, samplesOf } from "./tones.ts";

/** Milliseconds: the vibration pattern, and the interval between its starts. */
const VIBRATION = [400, 200, 400];
const VIBRATION_PERIOD = 3000;

/** Seconds of the fade-out at the end. It prevents a click. */
const FADE = 0.03;

/** Rings until stopped (4-90) and shows the caller where the browser allows it. Never throws. */
export function createRing(audio: SharedAudio, tab: Title): PlatformPort["ring"] {
  return ({ kind, title, body, isShown }) => {
    const stops = [startTone(audio, kind)];
    if (kind === "ringtone")
      stops.push(
        startVibrating(),
        isShown ? notifyWhileHidden(title, body) : () => {},
        tab.showCaller(`${title} · ${body}`),
      );
    return () => {
      for (const stop of stops.splice(0)) stop();
    };
  };
}

/** The page may also be hidden while it rings. */
function notifyWhileHidden(title: string, body: string): () => void {
  const show = () => notify({ title, body, tag: "call", isLasting: true, onClick: () => window.focus() });
  let hide = show();
  const onChange = () => {
    hide();
    hide = show();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => {
    document.removeEventListener("visibilitychange", onChange);
    hide();
  };
}

function startTone(audio: SharedAudio, kind: Ring["kind"]): () => void {
  const context = audio.context();
  if (!context) return () => {};
  audio.unlock(); // may need a tap; the tone then starts with it
  const samples = samplesOf(kind);
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  const gain = new GainNode(context);
  source.connect(gain).connect(context.destination);
  source.start();
  return () => {
    if (context.state !== "running") gain.disconnect(); // otherwise it sounds when audio is unlocked later
    gain.gain.setTargetAtTime(0, context.currentTime, FADE / 3);
    source.stop(context.currentTime + FADE);
  };
}

function startVibrating(): () => void {
  if (typeof navigator.vibrate !== "function") return () => {};
  const vibrate = () => navigator.vibrate(VIBRATION);
  vibrate();
  const timer = setInterval(vibrate, VIBRATION_PERIOD);
  return () => {
    clearInterval(timer);
    navigator.vibrate(0);
  };
}
