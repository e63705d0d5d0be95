/** What a story is like: who is in it, what the net does to them, and how they behave. */

export interface Style {
  readonly name: string;
  /** Whose devices there are; the same person twice is one person on two devices. */
  readonly cast: readonly Person[];
  readonly habits: Habits;
  readonly net: Net;
}

export type Person = "mia" | "anna" | "ben";

/**
 * `unhurried`: one person at a time. `hasty`: everybody at any time. `crossing`: two calls at about the same moment.
 * `plain`: one person calls, and the other answers.
 */
export interface Habits {
  readonly pace: "unhurried" | "hasty" | "crossing" | "plain";
  /** How likely somebody signs out, reloads the page or loses it, whenever they do something. */
  readonly leaving: number;
}

/** Milliseconds and probabilities. */
export interface Net {
  /** The longest way of a signal, and how likely one takes up to three times as long. */
  readonly trip: number;
  readonly slow: number;
  readonly duplicate: number;
  readonly lose: number;
  /** Whether the first invitation of every call gets lost. */
  readonly loseFirst: boolean;
  /** A request that fails: a signal (every second arrives all the same), a token, a media connection. */
  readonly fail: number;
  /** A device that cannot be used. */
  readonly deny: number;
  /** A media link that goes down while in a room. */
  readonly flap: number;
  /** A leave that looks like an accident. */
  readonly dropped: number;
  /** Clocks that are wrong. */
  readonly skew: number;
}

const CALM: Net = {
  trip: 300,
  slow: 0,
  duplicate: 0,
  lose: 0,
  loseFirst: false,
  fail: 0,
  deny: 0,
  flap: 0,
  dropped: 0,
  skew: 0,
};
const STORM: Net = { ...CALM, trip: 3000, slow: 0.1, duplicate: 0.2, dropped: 0.3, skew: 0.2 };
const FAULTS: Net = { ...STORM, fail: 0.12, deny: 0.2, flap: 0.4 };
const LOSSES: Net = { ...FAULTS, lose: 0.25 };

const HASTY: Habits = { pace: "hasty", leaving: 0 };
const TWO = ["mia", "anna"] as const;

export const STYLES = {
  calm: { name: "calm", cast: TWO, habits: { pace: "unhurried", leaving: 0 }, net: CALM },
  // slow ways, so that the invitation that loses is often the last to arrive
  crossing: {
    name: "crossing",
    cast: TWO,
    habits: { pace: "crossing", leaving: 0 },
    net: { ...STORM, slow: 0.4 },
  },
  storm: { name: "storm", cast: TWO, habits: HASTY, net: STORM },
  faults: { name: "faults", cast: TWO, habits: HASTY, net: FAULTS },
  losses: { name: "losses", cast: TWO, habits: HASTY, net: LOSSES },
  three: { name: "three", cast: [...TWO, "ben"], habits: HASTY, net: STORM },
  devices: { name: "devices", cast: [...TWO, "anna"], habits: HASTY, net: STORM },
  leaving: { name: "leaving", cast: TWO, habits: { pace: "hasty", leaving: 0.12 }, net: STORM },
} as const satisfies Record<string, Style>;

/** Not among the styles of the seeds: the first invitation never arrives, and nothing else goes wrong. */
export const UNHEARD: Style = {
  name: "unheard",
  cast: TWO,
  habits: { pace: "plain", leaving: 0 },
  net: { ...CALM, loseFirst: true },
};

export type StyleName = keyof typeof STYLES;

/** How often each comes up in twenty stories; a seed's style never changes. */
const TURNS: readonly [StyleName, ...StyleName[]] = [
  "calm",
  "crossing",
  "storm",
  "faults",
  "losses",
  "three",
  "devices",
  "leaving",
  "crossing",
  "storm",
  "calm",
  "faults",
  "crossing",
  "storm",
  "losses",
  "leaving",
  "crossing",
  "devices",
  "storm",
  "faults",
];

export function styleOf(seed: number): StyleName {
  return TURNS[seed % TURNS.length] ?? TURNS[0];
}
