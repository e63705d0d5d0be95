import type { Database } from "../store/database.ts";
import { refusals } from "./errors.ts";

/** Invitation codes: optional for registration, valid for one user each. */
export interface Invitations {
  create(code: string): void;
  /** Throws 20011 for an unknown code, 20010 for a used one. */
  check(code: string): void;
  /** Checks the code and binds it to the registered user. */
  use(code: string, userID: string): void;
}

export function createInvitations(db: Database): Invitations {
  const check = (code: string) => {
    const row = db
      .prepare<{ usedBy: string | null }>("SELECT usedBy FROM invitation_codes WHERE code = ?")
      .get(code);
    if (row === undefined) throw refusals.invitationNotFound();
    if (row.usedBy !== null) throw refusals.invitationUsed();
  };
  return {
    create: (code) => {
      db.prepare("INSERT INTO invitation_codes (code) VALUES (?) ON CONFLICT DO NOTHING").run(code);
    },
    check,
    use: (code, userID) => {
      check(code);
      db.prepare("UPDATE invitation_codes SET usedBy = ? WHERE code = ?").run(userID, code);
    },
  };
}
