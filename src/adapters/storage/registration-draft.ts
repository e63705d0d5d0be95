import * as v from "valibot";
import type { RegistrationPort } from "../../../machines/ports/registration.ts";
import {
  type CodeTarget,
  draftToStore,
  type RegistrationDraft,
  startedWith,
} from "../../../machines/session/registration-form.ts";
import type { GivenBaseData } from "./base-data.ts";

const DRAFT_KEY = "parley:registration";

const Identifier = v.variant("kind", [
  v.object({ kind: v.literal("phone"), areaCode: v.string(), phoneNumber: v.string() }),
  v.object({ kind: v.literal("email"), email: v.string() }),
]);

const Draft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    fields: v.object({
      areaCode: v.string(),
      phoneNumber: v.string(),
      email: v.string(),
      invitationCode: v.string(),
      nickname: v.string(),
      gender: v.picklist([0, 1, 2]),
      birth: v.nullable(v.number()),
    }),
    codeFor: v.nullable(v.object({ purpose: v.picklist(["register", "reset"]), identifier: Identifier })),
    nextCodeAt: v.number(),
  }),
);

/**
 * Stores the form for a new account or a password reset in `storage`, which lasts as long as the tab. `takeBaseData`
 * returns the data of the address that opened the page; it is called once. It adds a code and a password only to a
 * registration that this tab started itself.
 */
export function createRegistrationDraft(
  storage: Storage,
  takeBaseData: () => GivenBaseData,
): Pick<RegistrationPort, "begin" | "keep" | "forget"> {
  const read = (): RegistrationDraft | null => {
    try {
      const stored = v.safeParse(Draft, storage.getItem(DRAFT_KEY));
      return stored.success ? stored.output : null;
    } catch {
      return null; // no access to storage
    }
  };
  /** The target of a code according to the address, while this tab has not requested one. */
  let claimed: CodeTarget | null = null;
  return {
    async begin() {
      const { start, claimed: target } = startedWith(takeBaseData(), read());
      claimed = target;
      return start;
    },
    keep(draft) {
      try {
        storage.setItem(DRAFT_KEY, JSON.stringify(draftToStore(draft, claimed)));
      } catch {
        // no access to storage: a reload starts again
      }
    },
    forget() {
      try {
        storage.removeItem(DRAFT_KEY);
      } catch {
        // no access to storage: there is no draft
      }
    },
  };
}
