import * as v from "valibot";
import type { RegistrationPort } from "../../../machines/ports/registration.ts";
import {
  type CodeTarget,
  isSameTarget,
  type RegistrationDraft,
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
 * What somebody filled in to make an account or reset a password: kept in `storage`, which lasts as long as the tab.
 * `takeBaseData` is what the address said that the page was opened at; asked once. It adds a code and a password only
 * to what this tab has begun itself.
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
      return null; // storage is closed to this page
    }
  };
  /** Whom an address says a code was sent to, while this tab has asked for none. */
  let claimed: CodeTarget | null = null;
  return {
    async begin() {
      const given = takeBaseData();
      const draft = read();
      if (given === "none") return draft && { ...draft, code: null, password: null };
      if (!given?.codeFor) return given;
      const isOwn = draft?.codeFor != null && isSameTarget(draft.codeFor, given.codeFor);
      // Somebody else's link would make the user finish that person's account, and use it.
      if (!isOwn && given.code !== null) return null;
      claimed = isOwn ? null : given.codeFor;
      return given;
    },
    keep(draft) {
      const isClaimed =
        claimed !== null &&
        draft.codeFor !== null &&
        draft.nextCodeAt === 0 &&
        isSameTarget(draft.codeFor, claimed);
      try {
        storage.setItem(DRAFT_KEY, JSON.stringify(isClaimed ? { ...draft, codeFor: null } : draft));
      } catch {
        // storage is closed to this page: a reload begins anew
      }
    },
    forget() {
      try {
        storage.removeItem(DRAFT_KEY);
      } catch {
        // storage is closed to this page: there is none
      }
    },
  };
}
