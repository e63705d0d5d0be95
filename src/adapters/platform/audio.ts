/** The AudioContext of all the page's own sounds. Browsers allow few, and an unlocked one stays unlocked. */
export interface SharedAudio {
  /** Null if the browser has none. */
  context(): AudioContext | null;
  /** Allows sound from now on. Call it in a tap handler (10-13). */
  unlock(): void;
}

export function createAudio(): SharedAudio {
  let made: AudioContext | null = null;

  const context = () => {
    try {
      made ??= new AudioContext();
    } catch {
      // no Web Audio, or too many contexts: no sound
    }
    return made;
  };

  return {
    context,
    unlock() {
      const audio = context();
      if (!audio || audio.state === "running") return;
      audio.resume().catch(() => {}); // stays silent; every sound also has a visible cue
    },
  };
}
