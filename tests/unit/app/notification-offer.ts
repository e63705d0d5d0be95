import { expect } from "vitest";
import { aWorld } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

/** A user who has declined notifications in an earlier visit. */
export const notificationOfferTests: PlainTests = {
  open: () => openHeadless({ world: aWorld(), permission: "default", hasDeclined: true }),
  tests: {
    "11-54 is not made again after it was declined": async ({ app, act }) => {
      const offer = childOf(app, "session", "signedIn", "notificationOffer");
      await act(() => offer?.send({ type: "notificationOffer.used" }));
      expect(offer?.getSnapshot().hasTag("offered")).toBe(false);
    },
  },
};
