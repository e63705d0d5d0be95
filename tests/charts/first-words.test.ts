import { expect, it } from "vitest";
import { devices } from "../../src/i18n/devices.ts";
import { en } from "../../src/i18n/en.ts";
import { first } from "../../src/i18n/first.ts";
import { pages } from "../../src/i18n/pages.ts";
import { signedIn } from "../../src/i18n/signed-in.ts";
import { talk } from "../../src/i18n/talk.ts";
import { zh } from "../../src/i18n/zh.ts";
import { sourcesIn } from "./source-files.ts";

const sources = new Map(["machines", "src"].flatMap(sourcesIn).map((file) => [file.path, file]));

/** Every file that loads with `path` before any lazy import. */
function comingWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !sources.has(path)) return found;
  found.add(path);
  for (const one of sources.get(path)?.imports ?? [])
    if (!one.isTypeOnly && !one.isLazy && one.path) comingWith(one.path, found);
  return found;
}

const sections = Object.keys(en).filter((section) => !(section in first.en));
const speaking = new RegExp(`"(?:${sections.join("|")})\\.\\w+"`, "g");

it("10-01 code of the first load uses only texts of the first load", () => {
  const early = comingWith("src/main.tsx");
  expect(early.has("src/screens/login/LoginScreen.tsx")).toBe(true);
  expect(early.has("src/screens/scan/ScanScreen.tsx")).toBe(false);
  const said = [...early]
    .filter((path) => path.startsWith("src/") && !path.startsWith("src/i18n/"))
    .flatMap((path) =>
      [...(sources.get(path)?.code ?? "").matchAll(speaking)].map(([key]) => `${path} ${key}`),
    );
  expect(said).toEqual([]);
});

it("1-15 the text groups together are the whole catalogue, in both languages", () => {
  expect({ ...first.en, ...signedIn.en, ...pages.en, ...devices.en, ...talk.en }).toEqual(en);
  expect({ ...first.zh, ...signedIn.zh, ...pages.zh, ...devices.zh, ...talk.zh }).toEqual(zh);
});

it.each([
  ["talk", talk.en, "src/i18n/talk.ts"],
  ["devices", devices.en, "src/i18n/devices.ts"],
])("10-01 code that uses the texts of %s loads them", (_, texts, path) => {
  const key = new RegExp(`["\`](?:${Object.keys(texts).join("|")})\\.[\\w$]`);
  const users = [...sources.values()].filter(
    ({ path: file, code }) => /^src\/(?:screens|shell|components)\//.test(file) && key.test(code),
  );
  expect(users.length).toBeGreaterThan(0);
  expect(users.map(({ path: file }) => file).filter((file) => !comingWith(file).has(path))).toEqual([]);
});
