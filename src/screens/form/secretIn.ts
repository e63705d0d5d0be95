import { Secret } from "../../../machines/domain/secret.ts";

export function secretIn(data: FormData, name: string): Secret {
  const value = data.get(name);
  return new Secret(typeof value === "string" ? value : "");
}
