/** What gestures of the models need of vitest. Vitest itself does not run in a page. */

/** Milliseconds. */
const PATIENCE = 3000;
const PAUSE = 20;

export const vi = {
  /** Tries until an attempt does not throw. Throws its last error when the patience is over. */
  async waitFor(attempt: () => Promise<void>): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      try {
        return await attempt();
      } catch (problem) {
        if (performance.now() > end) throw problem;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  },
};
