import { describe, expect, it } from "vitest";
import { explore, type Subject } from "../../tools/charts/explore/explore.ts";
import { withEdit } from "../charts/mutants.ts";
import { aConversation } from "../fakes/world.ts";
import { USER_IDS } from "../pair/device.ts";
import { exploreWhole, findSmallest, spaceIn } from "./common/counterexamples.ts";
import type { Space } from "./common/space.ts";
import { tell } from "./common/tell.ts";
import { claims } from "./sessions/claims.ts";
import { type SessionSpace, SLICES } from "./sessions/spaces.ts";
import type { ChangePorts } from "./sessions/world.ts";

describe("11-14 every interleaving of sessions in two tabs", () => {
  const seen = new Set<string>();

  it.each(SLICES)("breaks no claim: $name", async (space) => {
    const { told, isFinished, seen: met } = await exploreWhole(space);
    expect(told).toBe("");
    expect(isFinished).toBe(true);
    for (const claim of met) seen.add(claim);
  });

  it("meets each end of a session, and each fault", () => {
    expect(Object.keys(claims.sometimes).filter((claim) => !seen.has(claim))).toEqual([]);
  });
});

describe("11-14 a rule for sessions that is taken out of a chart", () => {
  it.each([
    [
      "a tab that lost the lock stops its SDK",
      "owning.active on tab.lost: drop",
      "sign-out in one of two tabs",
      "4-18 two tabs run the SDK of a user",
    ],
    [
      "a sign-in as another user ends the session in the other tab",
      "owning on credentials.gone: drop",
      "two sign-in pages, two users",
      "4-18 a tab shows a user whose credentials are gone",
    ],
    [
      "a kick ends the session",
      "owning.active on im.kicked: drop",
      "another device signs in",
      "4-09 4-10 a tab goes on whose login is over",
    ],
    [
      "a sign-out waits three seconds for an answer",
      "delays signOutTimeout: 3000 is 6001",
      "a sign-out is not answered",
      "the tabs change long after the last act",
    ],
    [
      "a sign-out ends without an answer",
      "signingOut after signOutTimeout: drop",
      "a sign-out is not answered",
      "a tab waits for ever",
    ],
    [
      "the session goes on after the sign-in",
      "signedOut invoke #1 onDone: drop",
      "a sign-in goes wrong",
      "the user can do nothing",
    ],
  ] as const)("%s: is missed", async (_, edit, name, claim) => {
    expect(await withEdit("session", edit, () => isBroken(spaceOf(name), claim))).toBe(true);
  });
});

/** Each forced sign-out forgets the credentials, also those of a newer sign-in. */
const forgetsAll: ChangePorts = ({ credentials, ...ports }) => ({
  ...ports,
  credentials: { ...credentials, isReplaced: () => false, forget: () => credentials.forget(false) },
});

describe("11-14 a rule for sessions that is taken out of an adapter", () => {
  it.each<[string, ChangePorts, string, string]>([
    [
      "a tab that is signed out by the server forgets only its own credentials",
      forgetsAll,
      "two sign-in pages, one user",
      "the last sign-in is lost",
    ],
    [
      "a sign-out forgets the credentials",
      (ports) => ({ ...ports, credentials: { ...ports.credentials, forget: async () => {} } }),
      "a second tab opens",
      "4-14 a user is signed in who has signed out",
    ],
    [
      "a sign-out forgets the chats",
      (ports) => ({ ...ports, storage: { ...ports.storage, forgetRows() {} } }),
      "sign-out in one of two tabs",
      "4-14 4-15 data is left after the sign-out",
    ],
    [
      "a user sees no chats of another",
      ({ storage, ...ports }) => ({
        ...ports,
        storage: {
          ...storage,
          readRows: async () => [aConversation({ conversationID: "of mia", userID: USER_IDS.mia })],
        },
      }),
      "two sign-in pages, two users",
      "4-15 a tab shows data of another user",
    ],
    [
      "a tab hears that another user signs in",
      ({ credentials, ...ports }) => ({ ...ports, credentials: { ...credentials, events: () => () => {} } }),
      "two sign-in pages, two users",
      "a tab sends a token of another user",
    ],
    [
      "an answer for which nobody waits stores nothing",
      ({ registration, ...ports }) => ({
        ...ports,
        registration: { ...registration, register: (account) => registration.register(account) },
      }),
      "the user goes back in a registration",
      "a tab is signed in by an answer that it did not wait for",
    ],
  ])("%s: is missed", async (_, change, name, claim) => {
    expect(await isBroken(spaceOf(name).withPorts(change), claim)).toBe(true);
  });

  it("a new sign-in of the user is kept: the story tells how it is lost", async () => {
    const { counterexample, story } = await findSmallest(
      spaceOf("two sign-in pages, one user").withPorts(forgetsAll),
    );
    expect(counterexample.says).toBe("im 1000000001 2 is not stored.");
    expect(tell(story)).toMatchInlineSnapshot(`
      "1. Tab 1 signs in as mia.
         The request of tab 1 to sign in reaches the server.
      2. Tab 2 signs in as mia.
         The server answers the request of tab 1 to sign in.
         The request of tab 2 to sign in reaches the server.
         Tab 2 hears that tab 1 changed the storage.
         Tab 1 gets the lock.
         The server answers the request of tab 2 to sign in.
         The SDK of tab 1 opens its database.
         Tab 1 hears that tab 2 changed the storage.
         Tab 2 does not get the lock.
         The SDK of tab 1 connects.
         Tab 1 loads the code of the signed-in app.
         The server answers the SDK of tab 1.
         Tab 2 hears that tab 1 changed the storage.
         The request of tab 1 to load the details reaches the server.
         Tab 2 gets the lock.
         The server answers the request of tab 1 to load the details.
         A timer of tab 1 fires after 2 s."
    `);
  });
});

/** Whether a run of the space breaks the claim. */
async function isBroken(space: Space, claim: string): Promise<boolean> {
  const subject = space.subject();
  let isFound = false;
  const watched: Subject = async (chooser) => {
    const result = await subject(chooser);
    isFound ||= result.broken.some((one) => one.claim === claim);
    return result;
  };
  await explore(watched, { bounds: space.bounds, isOver: () => isFound });
  return isFound;
}

function spaceOf(name: string): SessionSpace {
  return spaceIn(SLICES, `sessions: ${name}`);
}
