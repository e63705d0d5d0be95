/** The kind of a simulation: its users, the faults of its network, and how the users behave. */

export interface Style {
  readonly name: string;
  /** The user of each device; a user who is listed twice has two devices. */
  readonly cast: readonly Person[];
  readonly habits: Habits;
  readonly net: Net;
}

export type Person = "mia" | "anna" | "ben";

/**
 * `unhurried`: a single user at a time. `hasty`: all users at any time. `crossing`: two calls at about the same moment.
 * `plain`: one user calls and the other answers.
 */
export interface Habits {
  readonly pace: "unhurried" | "hasty" | "crossing" | "plain";
  /** Probability that a user signs out, reloads the page or loses it instead of another action. */
  readonly leaving: number;
}

/** Milliseconds and probabilities. */
export interface Net {
  /** The longest delay of a signal, and the probability of up to three times that. */
  readonly trip: number;
  readonly slow: number;
  readonly duplicate: number;
  readonly lose: number;
  /** Whether the first invitation of every call is lost. */
  readonly loseFirst: boolean;
  /** A request fails: a signal (half of them arrive nevertheless), a token, a media connection. */
  readonly fail: number;
  /** A microphone or camera cannot be used. */
  readonly deny: number;
  /** A media connection drops while in a room. */
  readonly flap: number;
  /** A leave that looks like a lost connection. */
  readonly dropped: number;
  /** A device clock is wrong. */
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
  // long delays, so that the losing invitation often arrives last
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

/** Not chosen by any seed: only the first invitation is lost, and nothing else fails. */
export const UNHEARD: Style = {
  name: "unheard",
  cast: TWO,
  habits: { pace: "plain", leaving: 0 },
  net: { ...CALM, loseFirst: true },
};

export type StyleName = keyof typeof STYLES;

/** Twenty turns that define how often each style occurs. A seed's style never changes. */
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
