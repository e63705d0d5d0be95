import { Secret } from "../../../machines/domain/secret.ts";

/** What was typed into the field of that name. */
export function secretIn(data: FormData, name: string): Secret {
  const value = data.get(name);
  return new Secret(typeof value === "string" ? value : "");
}
