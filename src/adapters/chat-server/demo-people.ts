/** Parses the embedded server's demo users. Loaded only if the server offers some. */
import * as v from "valibot";
import { Secret } from "../../../machines/domain/secret.ts";
import type { DemoPerson } from "../../../machines/ports/account.ts";

const filled = v.pipe(v.string(), v.minLength(1));
const Offer = v.object({
  password: filled,
  people: v.array(v.object({ nickname: filled, faceURL: v.string(), areaCode: filled, phoneNumber: filled })),
});

/** Returns the demo users, or an empty list if the answer is malformed. */
export function demoPeopleIn(answer: unknown): readonly DemoPerson[] {
  const offer = v.safeParse(Offer, answer);
  if (!offer.success) return [];
  const password = new Secret(offer.output.password);
  return offer.output.people.map((person) => ({ ...person, password }));
}
