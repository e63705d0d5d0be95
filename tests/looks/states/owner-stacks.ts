/**
 * Stops React's development build from taking a stack trace of every element it creates. It took a tenth of the time
 * of the screen tests, and only the text of a warning shows it. React takes at most 10 000 in a second and counts them:
 * here the count is always too high.
 */
import react from "react";

const internals: unknown = Reflect.get(
  react,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (typeof internals !== "object" || internals === null || !("recentlyCreatedOwnerStacks" in internals))
  throw new Error("React counts its stack traces elsewhere");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});
