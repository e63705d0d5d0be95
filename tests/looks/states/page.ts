/** What the page of the states and the test call on each other. */
declare global {
  interface Window {
    /** Walks to each state of a chart, except for some. */
    walkStates?: (chart: string, without: readonly string[]) => Promise<Walked>;
    /** Takes a picture of the screen in these states. Resolves with false if the page is empty. */
    takePicture?: (states: readonly string[]) => Promise<boolean>;
  }
}

export interface Walked {
  /** The states that no path reached, or only with an empty page. */
  unreached: readonly string[];
  /** What went wrong on paths. Another path may have reached the same states. */
  problems: readonly string[];
}
