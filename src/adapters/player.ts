import type { PlayerPort } from "../../machines/ports/player.ts";

/** Plays sounds with a media element each; a sound that is stopped is let go of, however far it was fetched. */
export function createPlayer(makeAudio: () => HTMLAudioElement = () => new Audio()): PlayerPort {
  const playing = new Set<HTMLAudioElement>();
  return {
    play({ url, rate }, send) {
      const audio = makeAudio();
      const ears = new AbortController();
      const stop = () => {
        ears.abort();
        playing.delete(audio);
        audio.pause();
        audio.removeAttribute("src");
        audio.load();
      };
      const fail = () => {
        stop();
        send({ type: "voice.failed" });
      };
      const start = () => {
        audio.play().catch((problem: unknown) => {
          // A pause that came first is no failure.
          if (!ears.signal.aborted && !isInterruption(problem)) fail();
        });
      };
      const { signal } = ears;
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
      audio.src = url;
      // Loading resets the rate to the default one.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      start();
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
