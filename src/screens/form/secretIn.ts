import { Secret } from "../../../machines/domain/secret.ts";

/** The value of a form field. */
export function secretIn(data: FormData, name: string): Secret {
  const value = data.get(name);
  return new Secret(typeof value === "string" ? value : "");
}
