/** The claims that must hold in every run of the explored sessions, and those that some run must show. */

import { DRAFTS } from "../../../src/adapters/storage/storage-keys.ts";
import type { Claims } from "../../../tools/charts/explore/claims.ts";
import { USER_IDS } from "../../pair/device.ts";
import { logProblem } from "../common/device-claims.ts";
import { KEPT, SITUATIONS, type Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** The states of a session in which it stays until something happens. */
const LASTING = ["signedOut", "owning.elsewhere", "owning.active.ready.settled"];

/** Milliseconds from the last act until the tabs show the same: a request times out after five seconds. */
const LONGEST = 5500;

export const claims: Claims<World> = {
  never: {
    "4-18 two tabs run the SDK of a user": ({ tabs, browser }) => {
      if (browser.isBusy) return null;
      for (const { name, sdkUserID } of tabs) {
        const other = tabs.find((one) => one.name !== name && one.sdkUserID === sdkUserID);
        if (sdkUserID !== null && other) return `${name} and ${other.name} run the SDK of ${sdkUserID}.`;
      }
      return null;
    },
    "4-18 a tab shows a user whose credentials are gone": ({ tabs, browser, time }) => {
      if (time.isBusy()) return null;
      const stored = browser.userID;
      const tab = tabs.find(({ userID }) => userID !== null && userID !== stored);
      return tab ? `${tab.name} shows ${tab.userID}, and ${stored ?? "nobody"} is stored.` : null;
    },
    "a tab sends a token of another user": ({ tabs }) =>
      tabs.find(({ strange }) => strange !== null)?.strange ?? null,
    "4-15 a tab shows data of another user": ({ tabs }) => {
      for (const { name, userID, cachedOf } of tabs) {
        const other = cachedOf.find((one) => userID !== null && one !== userID);
        if (other !== undefined) return `${name} shows ${userID} the chats of ${other}.`;
      }
      return null;
    },
    "a tab is signed in by an answer that it did not wait for": ({ tabs, browser }) => {
      const stored = browser.imToken ?? "";
      const tab = tabs.find(({ unawaited }) => unawaited.includes(stored));
      return tab ? `${tab.name} stores ${stored}.` : null;
    },
    "4-14 a user is signed in who has signed out": (world) => {
      const stored = world.browser.imToken;
      if (!isQuiet(world) || stored === null || stored === world.accepted) return null;
      return `${stored} is stored, and not ${world.accepted}.`;
    },
    "4-14 4-15 data is left after the sign-out": (world) => {
      const open = world.tabs.filter(({ isOpen }) => isOpen);
      if (!isQuiet(world) || open.length === 0 || open.some(({ phase }) => phase !== "signedOut"))
        return null;
      if (world.accepted !== null && world.accepted === world.browser.imToken) return null;
      // After a forced sign-out, drafts wait for the next sign-in.
      const isForced = open.some(({ reason }) => reason !== null);
      const kept = KEPT.filter((prefix) => !(isForced && prefix === DRAFTS));
      const left = world.browser.keys().find((key) => kept.some((prefix) => key.startsWith(prefix)));
      return left === undefined ? null : `${left} is left.`;
    },
    "a tab throws, or logs what is no failed request": ({ tabs }) => logProblem(tabs),
  },
  eventually: {
    "the last sign-in is lost": ({ server, browser, accepted, isContested }) => {
      if (accepted === null || isContested || !server.isValid(accepted)) return null;
      return browser.imToken !== accepted ? `${accepted} is not stored.` : null;
    },
    "4-09 4-10 a tab goes on whose login is over": ({ tabs }) => {
      const tab = tabs.find(
        ({ phase, sdkUserID }) => phase.startsWith("owning.active") && sdkUserID === null,
      );
      return tab ? `The SDK of ${tab.name} is logged out.` : null;
    },
    "a tab waits for ever": ({ tabs }) => {
      const stuck = tabs.find(({ isOpen, phase }) => isOpen && !LASTING.includes(phase));
      return stuck ? `${stuck.name} stays in ${stuck.phase}.` : null;
    },
    "the user can do nothing": ({ tabs }) => {
      const stuck = tabs.find(({ isOpen, presses }) => isOpen && presses.length === 0);
      return stuck ? `${stuck.name} is at ${stuck.path} in ${stuck.phase}.` : null;
    },
    "the tabs change long after the last act": ({ actedAt, changedAt }) => {
      const seconds = Math.round((changedAt - actedAt) / 1000);
      return changedAt - actedAt > LONGEST ? `They change ${seconds} s after it.` : null;
    },
  },
  sometimes: {
    ...Object.fromEntries(SITUATIONS.map((what) => [what, ({ met }: World) => met.has(what)])),
    "a user is signed in": ({ tabs }) => some(tabs, ({ phase }) => phase.startsWith("owning.active.ready")),
    "another tab runs the SDK": ({ tabs }) => some(tabs, ({ phase }) => phase === "owning.elsewhere"),
    "a user signs out": ({ tabs }) => some(tabs, ({ phase }) => phase === "signingOut"),
    "a user is signed out by another device": ({ tabs }) =>
      some(tabs, ({ reason }) => reason === "loggedInElsewhere"),
    "a login expires": ({ tabs }) => some(tabs, ({ reason }) => reason === "loginExpired"),
    "a password is wrong": ({ tabs }) => has(tabs, "wrongPassword"),
    "a code is wrong": ({ tabs }) => has(tabs, "wrongCode"),
    "a registration without an answer has used the code": ({ tabs }) => has(tabs, "codeUsed"),
    "a registration without an answer has made the account": ({ tabs }) => has(tabs, "phoneRegistered"),
    "a sign-out signs out both tabs": ({ tabs, accepted }) =>
      accepted === null &&
      tabs.length > 1 &&
      tabs.every(({ path, phase }) => path === "/login" && phase === "signedOut"),
    "a new account is signed in": ({ tabs }) => some(tabs, ({ userID }) => userID === USER_IDS.ben),
  },
};

function has(tabs: readonly Tab[], code: string): boolean {
  return tabs.some(({ formErrors }) => formErrors.includes(code));
}

function some(tabs: readonly Tab[], holds: (tab: Tab) => boolean): boolean {
  return tabs.some(holds);
}

/** Whether nothing is on its way, and no tab is on its way to another state. */
function isQuiet({ time, tabs }: World): boolean {
  return !time.isBusy() && tabs.every(({ isOpen, phase }) => !isOpen || LASTING.includes(phase));
}
