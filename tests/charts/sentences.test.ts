import { expect, it } from "vitest";
import { en } from "../../src/i18n/en.ts";
import { whatIsSaid } from "./sentences.ts";

/** Texts that the requirements want before a screen uses them. A row leaves this list when its screen comes. */
const AHEAD: Readonly<Record<string, readonly string[]>> = {
  "2-96": ["screen.groupSettings"],
  "5-03": ["validation.codeRule"],
};

const ahead = Object.values(AHEAD).flat();

it("1-15 the catalogue contains no unused text", {
  timeout: 120_000,
}, () => {
  const { keys, values } = whatIsSaid();
  const canBeSaid = (section: string, name: string) =>
    keys.has(`${section}.${name}`) && (values.has(`${section}.${name}`) || values.has(name));
  const sentences = Object.entries(en).flatMap(([section, named]) =>
    Object.keys(named).map((name) => ({ key: `${section}.${name}`, isSaid: canBeSaid(section, name) })),
  );
  const silent = sentences.filter(({ isSaid }) => !isSaid).map(({ key }) => key);
  expect(silent.sort()).toEqual([...ahead].sort());
});
