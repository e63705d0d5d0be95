/** The explored spaces of sessions: the tabs, and the bounds of a run. */

import type { Bounds } from "../../../tools/charts/explore/chooser.ts";
import type { Space } from "../common/space.ts";
import { type Cast, type ChangePorts, sessionsOf } from "./world.ts";

export interface SessionSpace extends Space {
  /** The same space with other adapters. */
  withPorts(change: ChangePorts): Space;
}

const ONE_TAB: Cast = { signedIn: null, tabs: 1, open: 1 };
const ONE_OF_TWO: Cast = { signedIn: "mia", tabs: 2, open: 1 };
const TWO_TABS: Cast = { signedIn: "mia", tabs: 2, open: 2 };
const TWO_SIGN_IN_PAGES: Cast = { signedIn: null, tabs: 2, open: 2 };

/** These end within half a minute of processor time together: they run with the tests. */
export const SLICES: readonly SessionSpace[] = [
  space("sign-out in one of two tabs", TWO_TABS, { "sign-out": 1, "take-over": 1 }),
  space("a second tab opens", ONE_OF_TWO, { open: 1, "sign-out": 1 }),
  space("two sign-in pages, one user", TWO_SIGN_IN_PAGES, { "sign-in as mia": 2 }),
  space("two sign-in pages, two users", TWO_SIGN_IN_PAGES, {
    "sign-in as mia": 1,
    "sign-in as anna": 1,
    failure: 1,
  }),
  space("a login expires", TWO_TABS, { "take-over": 1, expiry: 1, "sign-in as mia": 1 }),
  space("another device signs in", TWO_TABS, { "take-over": 1, kick: 1, "sign-in as mia": 1 }),
  space("a sign-in goes wrong", ONE_TAB, { "sign-in as mia": 1, wrong: 1, loss: 1, failure: 1 }),
  space("a registration goes wrong", ONE_TAB, { registration: 1, "wrong code": 1, loss: 1, failure: 1 }),
  space("the user goes back in a registration", ONE_TAB, { registration: 1, back: 1, "sign-in as anna": 1 }),
  space("a sign-out is not answered", TWO_TABS, { "sign-out": 1, loss: 1, "take-over": 1 }),
];

/** These run with `npm run explore`. */
export const SPACES: readonly SessionSpace[] = [
  ...SLICES,
  space("a tab closes and another opens", TWO_TABS, { "sign-out": 1, close: 1, open: 1, reload: 1 }),
  space("an arrival is late at a sign-out", TWO_TABS, { "sign-out": 1, "take-over": 1, reordering: 1 }),
  space("an arrival is late at two sign-ins", TWO_SIGN_IN_PAGES, {
    "sign-in as mia": 1,
    "sign-in as anna": 1,
    reordering: 1,
  }),
  space("two sign-ins of a user, an answer is lost", TWO_SIGN_IN_PAGES, {
    "sign-in as mia": 2,
    loss: 1,
    "sign-out": 1,
  }),
  space("two sign-ins of a user, a request fails", TWO_SIGN_IN_PAGES, {
    "sign-in as mia": 2,
    failure: 1,
    "sign-out": 1,
  }),
  space("two users sign in and out", TWO_SIGN_IN_PAGES, {
    "sign-in as mia": 1,
    "sign-in as anna": 1,
    "sign-out": 2,
    "take-over": 1,
  }),
  space("a login expires in a sign-out", TWO_TABS, { "sign-out": 1, expiry: 1, kick: 1, "take-over": 1 }),
  space("another device signs in twice", TWO_TABS, { kick: 2, "sign-in as mia": 2, "take-over": 1 }),
  space("a reload in a registration", ONE_TAB, { registration: 1, reload: 1, back: 1, loss: 1 }),
  space("a registration beside a sign-in", TWO_SIGN_IN_PAGES, {
    registration: 1,
    "sign-in as mia": 1,
    "sign-out": 1,
  }),
];

function space(name: string, cast: Cast, bounds: Bounds): SessionSpace {
  const withPorts = (change?: ChangePorts): Space => ({
    name: `sessions: ${name}`,
    devices: cast.tabs,
    bounds,
    subject: (watching) => sessionsOf(cast, watching, change),
  });
  return { ...withPorts(), withPorts };
}
