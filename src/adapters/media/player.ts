import type { PlayerPort } from "../../../machines/ports/player.ts";
import type { SourcesPort } from "../../../machines/ports/sources.ts";

/**
 * Plays each sound with its own media element. A stopped sound also stops its download. A sound outside the
 * deployment's own storage is loaded first.
 */
export function createPlayer(
  sources: Pick<SourcesPort, "srcOf" | "load">,
  makeAudio: () => HTMLAudioElement = () => new Audio(),
): PlayerPort {
  const playing = new Set<HTMLAudioElement>();
  return {
    play({ url, rate }, send) {
      const audio = makeAudio();
      const listeners = new AbortController();
      const stop = () => {
        listeners.abort();
        playing.delete(audio);
        audio.pause();
        audio.removeAttribute("src");
        audio.load();
      };
      const fail = () => {
        stop();
        send({ type: "voice.failed" });
      };
      let isReady = false;
      const start = () => {
        if (!isReady) return;
        audio.play().catch((problem: unknown) => {
          // A pause before the start is not a failure.
          if (!listeners.signal.aborted && !isInterruption(problem)) fail();
        });
      };
      const { signal } = listeners;
      audio.addEventListener("playing", () => send({ type: "voice.playing" }), { signal });
      audio.addEventListener("pause", () => audio.paused && !audio.ended && send({ type: "voice.paused" }), {
        signal,
      });
      audio.addEventListener(
        "timeupdate",
        () => send({ type: "voice.progress", seconds: audio.currentTime }),
        { signal },
      );
      audio.addEventListener(
        "ended",
        () => {
          stop();
          send({ type: "voice.ended" });
        },
        { signal },
      );
      audio.addEventListener("error", fail, { signal });
      playing.add(audio);
      audio.defaultPlaybackRate = rate;
      const begin = (src: string) => {
        isReady = true;
        audio.src = src;
        // Loading resets the rate to the default rate.
        audio.playbackRate = audio.defaultPlaybackRate;
        start();
      };
      const known = sources.srcOf(url);
      if (known !== null) begin(known);
      else
        void sources.load(url, "sound").then(() => {
          if (signal.aborted) return;
          const src = sources.srcOf(url);
          if (src === null) fail();
          else begin(src);
        });
      return {
        command(command) {
          if (signal.aborted) return;
          if (command.type === "voice.pause") audio.pause();
          else if (command.type === "voice.resume") start();
          else {
            audio.defaultPlaybackRate = command.rate;
            audio.playbackRate = command.rate;
          }
        },
        stop,
      };
    },
    interrupt() {
      for (const audio of playing) audio.pause();
    },
  };
}

function isInterruption(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === "AbortError";
}
