/** The explored spaces of calls: the devices that take part, and the bounds of a run. */
import type { Person } from "../../pair/styles.ts";
import { boundsOf, type Counts, type Space } from "../common/space.ts";
import { callsOf, PAIR, THREE_USERS, TWO_DEVICES } from "./world.ts";

/** These end within half a minute of processor time together: they run with the tests. */
export const SLICES: readonly Space[] = [
  space("one signal is lost", PAIR, { mia: 1, anna: 1, loss: 1 }),
  space("one request fails", PAIR, { mia: 1, anna: 1, failure: 1 }),
  space("one arrival is late", PAIR, { mia: 1, anna: 1, reordering: 1 }),
  space("one page crashes", PAIR, { mia: 1, anna: 1, crash: 1 }),
  space("one user acts three times, one arrival is late", PAIR, { mia: 3, anna: 0, reordering: 1 }),
  space("one user acts twice", PAIR, { mia: 1, anna: 2 }),
  space("one user has two devices", TWO_DEVICES, { mia: 1, anna: 1 }),
  space("two users call a third", THREE_USERS, { mia: 0, anna: 1, ben: 1 }),
];

/** These run with `npm run explore`. */
export const SPACES: readonly Space[] = [
  ...SLICES,
  space("three users", THREE_USERS, { mia: 1, anna: 1, ben: 1 }),
  space("one page reloads", PAIR, { mia: 1, anna: 1, reload: 1 }),
  space("one signal is lost and another is doubled", PAIR, { mia: 1, anna: 1, loss: 1, double: 1 }),
  space("two signals are lost and one is doubled", PAIR, { mia: 1, anna: 1, loss: 2, double: 1 }),
  space("both users act twice", PAIR, { mia: 2, anna: 2 }),
  space("two devices, one arrival is late", TWO_DEVICES, { mia: 1, anna: 1, reordering: 1 }),
  space("two devices, one signal is lost", TWO_DEVICES, { mia: 1, anna: 1, loss: 1 }),
  space("two devices, one page crashes", TWO_DEVICES, { mia: 1, anna: 1, crash: 1 }),
  space("two devices, one page reloads", TWO_DEVICES, { mia: 1, anna: 1, reload: 1 }),
  space("two devices, two signals are lost", TWO_DEVICES, { mia: 1, anna: 1, loss: 2 }),
  space("two devices, one signal is lost and another is doubled", TWO_DEVICES, {
    mia: 1,
    anna: 1,
    loss: 1,
    double: 1,
  }),
  space("two devices, one user acts twice", TWO_DEVICES, { mia: 2, anna: 1 }),
  space("two arrivals are late", PAIR, { mia: 1, anna: 1, reordering: 2 }),
];

function space(name: string, people: readonly Person[], counts: Counts): Space {
  const { mia, anna } = counts;
  const isSymmetric = people === PAIR && (mia === anna || anna === 0);
  return {
    name,
    devices: people.length,
    bounds: boundsOf(counts),
    subject: (watching) => callsOf({ people, isSymmetric }, watching),
  };
}
