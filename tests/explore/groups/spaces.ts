/** The explored spaces of group calls: the devices that take part, and the bounds of a run. */
import type { Person } from "../../pair/styles.ts";
import { boundsOf, type Counts, type Space } from "../common/space.ts";
import { type GroupCast, groupCallsOf } from "./world.ts";

const PEOPLE: readonly Person[] = ["mia", "anna", "ben"];
/** Milliseconds. Enough for the signals of the last act and the first repeated invitation. */
const PACE = 2000;

/** Mia calls both. Users act at any time. */
const SLOW_ALL: GroupCast = { people: PEOPLE, called: ["anna", "ben"] };
const ALL: GroupCast = { ...SLOW_ALL, pace: PACE };
/** Mia calls anna; ben may join by the row. */
const JOINER: GroupCast = { people: PEOPLE, called: ["anna"] };
const TWO_DEVICES: GroupCast = { people: ["mia", "anna", "anna"], called: ["anna"] };
const TWO: GroupCast = { people: ["mia", "anna"], called: ["anna"] };
/** Users who are free call the group, too. */
const ALL_CALL: GroupCast = { ...ALL, isCrossing: true };
const TWO_CALL: GroupCast = { ...TWO, isCrossing: true };

/** These run with `npm run test:all`, and the shortest with `npm test`. */
export const SLICES: readonly Space[] = [
  space("two answer", ALL, { anna: 1, ben: 1 }),
  space("a user acts, at any time", SLOW_ALL, { anna: 1 }),
  space("two members, at any time", TWO, { mia: 1, anna: 1 }),
  space("two members leave at once", { ...TWO, pace: PACE }, { anna: 2 }),
  space("a user is invited again", { ...TWO, pace: PACE }, { mia: 2, anna: 1 }),
  space("one page crashes", TWO, { anna: 1, crash: 1 }),
  space("one media connection is lost", ALL, { anna: 1, cut: 1 }),
  space("a member is removed", ALL, { anna: 1, removal: 1 }),
  space("one request fails", TWO, { anna: 1, failure: 1 }),
  space("two devices", TWO_DEVICES, { anna: 1 }),
  space("two call at once", ALL_CALL, { anna: 1 }),
  space("the caller calls again", { ...TWO_CALL, pace: PACE }, { mia: 2, reordering: 1 }),
];

/** These run with `npm run explore groups`. */
export const SPACES: readonly Space[] = [
  ...SLICES,
  space("all act", ALL, { mia: 1, anna: 1, ben: 1 }),
  space("a user joins late, at any time", JOINER, { anna: 1, ben: 1 }),
  space("one signal is lost", ALL, { anna: 1, ben: 1, loss: 1 }),
  space("one signal is doubled", ALL, { anna: 1, ben: 1, double: 1 }),
  space("one arrival is late", ALL, { anna: 1, reordering: 1 }),
  space("one page reloads", ALL, { anna: 1, reload: 1 }),
  space("one of three pages crashes", ALL, { anna: 1, crash: 1 }),
  space("two devices, two act", { ...TWO_DEVICES, pace: PACE }, { mia: 1, anna: 1 }),
  space("two members, one signal is lost", TWO, { mia: 1, anna: 1, loss: 1 }),
  space("two members, one arrival is late", { ...TWO, pace: PACE }, { mia: 1, anna: 1, reordering: 1 }),
  space("three call at once", ALL_CALL, { anna: 1, ben: 1 }),
  space(
    "three call at once, the rooms of the first are larger",
    { ...ALL_CALL, isMiaLast: true },
    { anna: 1, ben: 1 },
  ),
];

function space(name: string, cast: GroupCast, counts: Counts<"removal">): Space {
  return {
    name: `groups: ${name}`,
    devices: cast.people.length,
    bounds: boundsOf(counts),
    subject: (watching) => groupCallsOf(cast, watching),
  };
}
