/** The one AudioContext for the page's own sounds: browsers allow few, and one that was unlocked stays so. */
export interface SharedAudio {
  /** Null where the browser has none. */
  context(): AudioContext | null;
  /** Lets sound out later on; called while a tap is being handled (10-13). */
  unlock(): void;
}

export function createAudio(): SharedAudio {
  let made: AudioContext | null = null;

  const context = () => {
    try {
      made ??= new AudioContext();
    } catch {
      // no Web Audio, or too many contexts: the page stays silent
    }
    return made;
  };

  return {
    context,
    unlock() {
      const audio = context();
      if (!audio || audio.state === "running") return;
      audio.resume().catch(() => {}); // silent for now; there is a visible cue for everything that sounds
    },
  };
}
