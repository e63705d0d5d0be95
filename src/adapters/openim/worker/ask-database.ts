import { fieldOf } from "./field.ts";

/**
 * Calls a function of the SDK's database as the wasm does, with JSON arguments and answers.
 *
 * @throws if the function is missing or fails
 */
export async function askDatabase(name: string, ...args: readonly unknown[]): Promise<unknown> {
  const query = fieldOf(self, name);
  if (typeof query !== "function") throw new Error(`${name} is missing`);
  const answer: unknown = JSON.parse(await Reflect.apply(query, undefined, args));
  if (fieldOf(answer, "errCode") !== 0) throw new Error(`${name} failed`);
  return fieldOf(answer, "data");
}
