/**
 * Returns the value of a key, or undefined. Ids come from other users: "constructor" and "__proto__" are ids too, and
 * every object has a member with that name.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
