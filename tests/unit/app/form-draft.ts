import { expect } from "vitest";
import { ANNA, aWorld, ME } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const ASKING = `/sendApplication?isGroup=false&sourceID=${ANNA}`;
const NAMING = `/changeName?originData=${encodeURIComponent(JSON.stringify({ userID: ME, nickname: "Me" }))}`;

/** The user reloaded the tab while asking Anna to be a contact, and opens that page again. */
const left = { userID: ME, formID: ASKING, form: { text: "Hi Anna ", picked: [] } };

export const formDraftTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld(),
      path: ASKING,
      answers: { "im.loginStatus": () => "loggedIn" },
      form: left,
    }),
  tests: {
    "11-67 a page that is opened again after a reload has the text that was typed": async (stage) => {
      expect(textIn(stage)).toBe("Hi Anna ");
      expect(state(stage)).toBe("typed");
    },
    "11-67 what the user types is kept from the first letter on": async (stage) => {
      await typed(stage, "Hello");
      expect(textIn(stage)).toBe("Hello");
      expect(stage.ports.form).toEqual({ ...left, form: { text: "Hello", picked: [] } });
    },
    "11-67 a page that is left forgets its text": async (stage) => {
      await stage.act(() => stage.ports.visit("/workbench"));
      expect(stage.ports.form).toBeNull();
      await stage.act(() => stage.ports.visit(ASKING));
      expect(textIn(stage)).toBeNull();
      expect(state(stage)).toBe("unchanged");
    },
    "11-67 the text of one page is not shown on another": async (stage) => {
      await stage.act(() => stage.ports.visit(NAMING));
      expect(textIn(stage)).toBeNull();
      await typed(stage, "Maria");
      expect(state(stage)).toBe("typed");
      expect(stage.ports.form).toMatchObject({ form: { text: "Maria" } });
      expect(stage.ports.form?.formID).toContain("/changeName");
    },
  },
};

function draft({ app }: Stage) {
  return childOf(app, "session", "signedIn", "routeScopes", "formDraft");
}

function textIn(stage: Stage): unknown {
  return draft(stage)?.getSnapshot().context.text;
}

function state(stage: Stage): unknown {
  return draft(stage)?.getSnapshot().value;
}

function typed(stage: Stage, text: string): Promise<void> {
  return stage.act(() => draft(stage)?.send({ type: "user.typeText", text }));
}
