import type { PlatformPort, Ring } from "../../../machines/ports/platform.ts";
import { notify } from "./alert.ts";
import type { SharedAudio } from "./audio.ts";
import type { Title } from "./title.ts";
import { SAMPLE_RATE, samplesOf } from "./tones.ts";

/** Milliseconds: two pulses, and after how long they come again. */
const VIBRATION = [400, 200, 400];
const VIBRATION_PERIOD = 3000;

/** Seconds in which the tone fades when it is stopped, so that it does not click. */
const FADE = 0.03;

/** Rings until stopped (4-90), and says who rings wherever it can. What the browser does not allow is left out; nothing throws. */
export function createRing(audio: SharedAudio, tab: Title): PlatformPort["ring"] {
  return ({ kind, title, body }) => {
    const stops = [startTone(audio, kind)];
    if (kind === "ringtone")
      stops.push(
        startVibrating(),
        notify({ title, body, tag: "call", onClick: () => window.focus() }),
        tab.showCaller(`${title} · ${body}`),
      );
    return () => {
      for (const stop of stops.splice(0)) stop();
    };
  };
}

function startTone(audio: SharedAudio, kind: Ring["kind"]): () => void {
  const context = audio.context();
  if (!context) return () => {};
  audio.unlock(); // as far as it goes without a tap; it sounds as soon as there is one
  const samples = samplesOf(kind);
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  const gain = new GainNode(context);
  source.connect(gain).connect(context.destination);
  source.start();
  return () => {
    if (context.state !== "running") gain.disconnect(); // or it would be heard once sound is let out
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
