import * as v from "valibot";

/** Returns the items that match the schema. A broken item must not cost the others. */
export function validItems<Item>(schema: v.GenericSchema<unknown, Item>, items: readonly unknown[]): Item[] {
  return items.flatMap((item) => {
    const parsed = v.safeParse(schema, item);
    return parsed.success ? [parsed.output] : [];
  });
}
