import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEXT_SIZES, THEMES, WALLPAPERS } from "../../../machines/domain/appearance.ts";

const styles = join(import.meta.dirname, "../../../src/styles");
const tokensCSS = readFileSync(join(styles, "tokens.css"), "utf8");
const chatCSS = readFileSync(join(styles, "chat.css"), "utf8");
const resetCSS = readFileSync(join(styles, "reset.css"), "utf8");

type Theme = ReadonlyMap<string, string>;

/** `index` is the place of the theme in `light-dark()`. A token with one colour has it in both themes. */
function colours(index: 0 | 1): Theme {
  const tokens = `${tokensCSS}${chatCSS}`.matchAll(
    /--([\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/gi,
  );
  return new Map(
    [...tokens].map(([, name = "", one = "", other = one]) => [name, [one, other][index] ?? one]),
  );
}

/** Native controls that a browser would draw in its own way. */
const controls = [
  ["components/PickRow.module.css", ".box"],
  ["components/SwitchRow.module.css", ".switch"],
  ["screens/portrait/CropSheet.module.css", ".zoom"],
] as const;

it.each(controls)("11-21 %s draws its own control", (file, rule) => {
  const css = readFileSync(join(styles, "..", file), "utf8");
  const [, body = ""] = new RegExp(`^\\${rule} \\{([^}]*)\\}`, "m").exec(css) ?? [];
  expect(body).toContain("appearance: none");
});

it("11-40 a line of the chat of a call is as wide as its text, also if another user wrote it", () => {
  const css = readFileSync(join(styles, "../screens/groupCall/ChatSheet.module.css"), "utf8");
  const [, rule = ""] = /^\.line \{([^}]*)\}/m.exec(css) ?? [];
  expect(rule).toContain("align-self: flex-start");
});

it("11-21 quotation marks come from a Latin font in English, and from a Chinese one in Chinese", () => {
  const [english = "", chinese = ""] = [...tokensCSS.matchAll(/--font:([^;]*);/g)].map(([, font]) => font);
  expect(english.indexOf("arial")).toBeLessThan(english.indexOf("PingFang"));
  expect(chinese).toMatch(/^\s*-apple-system, "PingFang SC"/);
  expect(chinese).not.toContain("arial");
  expect(tokensCSS).toMatch(/:lang\(zh\) \{\s*--font:/);
});

const light = colours(0);
const dark = colours(1);

/** WCAG 2.2 relative luminance of #rrggbb, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, text: string, background: string): number {
  const [a, b] = [text, background].map((name) => luminance(theme.get(name) ?? "#808080"));
  const [dim = 0, bright = 0] = [a ?? 0, b ?? 0].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}

/** The colour of the pills of a chat on `ground`. `index` is the place of the theme in `light-dark()`. */
function pillOn(ground: string, index: number): string {
  const [, colour = ""] = /--pill: light-dark\((.*)\);/.exec(chatCSS) ?? [];
  const [red, green, blue, share] = colour.split("rgb")[index + 1]?.match(/\d+/g) ?? [];
  const part = Number(share) / 100;
  const channels = [red, green, blue].map((channel, index) => {
    const below = Number.parseInt(ground.slice(1 + 2 * index, 3 + 2 * index), 16);
    return Math.round(Number(channel) * part + below * (1 - part));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

const chat = ["wallpaper", "wallpaper-ink"];
const bubbles = ["bubble", "bubble-own"];
const surfaces = ["bg", "bg-sunken", "bg-raised", "field", ...bubbles, ...chat];
const fills = ["primary", "primary-pressed", "danger-fill", "success-fill", "badge", "badge-muted", "toast"];
const soft = [
  ["accent", "accent-soft"],
  ["danger", "danger-soft"],
  ["text", "field-chosen"],
] as const;

describe.each([
  ["light", light, 0],
  ["dark", dark, 1],
])("the %s theme", (_, theme, index) => {
  it.each(["text", "text-2", "accent", "danger", "success"])(
    "10-05 gives --%s a readable contrast on every surface",
    (text) => {
      for (const surface of surfaces) {
        expect([surface, contrast(theme, text, surface) >= 4.5]).toEqual([surface, true]);
      }
    },
  );

  it.each(["text-2", "accent"])(
    "10-05 gives --%s a readable contrast on pills over the wallpaper",
    (text) => {
      for (const ground of chat) {
        const pill = pillOn(theme.get(ground) ?? "", index);
        expect(contrast(new Map([...theme, ["pill", pill]]), text, "pill")).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it("10-05 gives the names of members a readable contrast on bubbles, each its own colour", () => {
    const names = [...theme.keys()].filter((name) => /^name-\d$/.test(name));
    expect(new Set(names.map((name) => theme.get(name))).size).toBe(8);
    for (const name of names)
      for (const bubble of bubbles)
        expect([name, bubble, contrast(theme, name, bubble) >= 4.5]).toEqual([name, bubble, true]);
  });

  it("shows the wallpaper only just", () => {
    const seen = contrast(theme, "wallpaper", "wallpaper-ink");
    expect(seen).toBeGreaterThan(1.05);
    expect(seen).toBeLessThan(1.2);
  });

  it.each(fills)("10-05 gives white a readable contrast on --%s", (fill) => {
    expect(contrast(theme, "on-fill", fill)).toBeGreaterThanOrEqual(4.5);
  });

  it("2-123 has #0089FF behind the letter of an avatar", () => {
    const avatarCSS = readFileSync(join(styles, "../components/Avatar.module.css"), "utf8");
    const [, token = ""] = /\.letter \{[^}]*background: var\(--([\w-]+)\)/.exec(avatarCSS) ?? [];
    expect(theme.get(token)).toBe("#0089ff");
  });

  it.each(soft)("10-05 gives --%s a readable contrast on --%s", (text, surface) => {
    expect(contrast(theme, text, surface)).toBeGreaterThanOrEqual(4.5);
  });
});

/** What the sheets of a call consist of. */
const PARTS_OF_A_CALL = [
  "ActionMenu",
  "Badge",
  "Button",
  "Field",
  "PickRow",
  "PickTray",
  "SearchField",
  "SheetPanel",
  "Skeleton",
  "SwitchRow",
  "TextField",
] as const;

describe("stylesheets", () => {
  const components = join(import.meta.dirname, "../../../src/components");
  const files = readdirSync(components).filter((name) => name.endsWith(".css"));
  const css = files.map((name): [string, string] => [name, readFileSync(join(components, name), "utf8")]);

  it("10-15 follow the system's light and dark theme and use no literal colours", () => {
    expect(tokensCSS).toMatch(/color-scheme: light dark/);
    expect([...light.keys()].filter((name) => theme(name))).not.toEqual([]);
    for (const [name, text] of css) {
      expect([name, text.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi)]).toEqual([name, null]);
    }
  });

  it("11-23 follow a chosen theme and text size instead", () => {
    for (const theme of THEMES.filter((theme) => theme !== "system"))
      expect(tokensCSS).toMatch(new RegExp(`data-theme="${theme}"\\] \\{\\s*color-scheme: ${theme};`));
    const sizes = TEXT_SIZES.map((size) => {
      const [, percent = "100"] =
        new RegExp(`data-text-size="${size}"\\] \\{\\s*font-size: ([\\d.]+)%`).exec(tokensCSS) ?? [];
      return Number(percent);
    });
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(4);
    expect(tokensCSS).not.toContain("prefers-color-scheme");
  });

  it("10-15 use only defined tokens", () => {
    const defined = new Set([...tokensCSS.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    for (const [name, text] of css) {
      const own = new Set([...text.matchAll(/(--[\w-]+):/g)].map(([, token]) => token));
      const unknown = [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .map(([, token]) => token)
        .filter((token) => !defined.has(token) && !own.has(token) && token !== "--bar-inset");
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  it("10-15 have tokens that no view sets to a value of its own", () => {
    const defined = new Set([...tokensCSS.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const source = join(import.meta.dirname, "../../../src");
    const views = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const set = views.flatMap((name) =>
      [...readFileSync(join(source, name), "utf8").matchAll(/"(--[\w-]+)"(?=:|, )/g)].map(
        ([, token]) => token,
      ),
    );
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((token) => defined.has(token))).toEqual([]);
  });

  it("2-101 10-05 show no surface of the light theme inside a call", () => {
    const callCSS = readFileSync(join(components, "../screens/call/CallDialog.module.css"), "utf8");
    const [, rule = ""] = /^\.call \{([^}]*)\}/m.exec(callCSS) ?? [];
    const own = [...rule.matchAll(/--([\w-]+):/g)].map(([, token]) => token);
    const used = PARTS_OF_A_CALL.flatMap((part) => {
      const text = readFileSync(join(components, `${part}.module.css`), "utf8");
      return [...text.matchAll(/var\(--([\w-]+)\)/g)].map(([, token = ""]) => token);
    });
    const surfaces = used.filter((token) => theme(token) && luminance(light.get(token) ?? "#000000") > 0.6);
    expect(surfaces).not.toEqual([]);
    expect(surfaces.filter((token) => !own.includes(token))).toEqual([]);
  });

  it("10-08 break a word only if it does not fit on a line", () => {
    expect(resetCSS).toMatch(/overflow-wrap: break-word/);
    for (const [name, text] of [...css, ["reset.css", resetCSS]]) {
      expect([name, text?.includes("break-all")]).toEqual([name, false]);
    }
  });

  it("10-06 disable every duration with reduced motion", () => {
    const reduced = tokensCSS.split("@media (prefers-reduced-motion: reduce)")[1] ?? "";
    for (const token of ["fast", "medium", "slow"]) expect(reduced).toMatch(new RegExp(`--${token}: 0`));
    for (const [name, text] of css) {
      const literal = /(?:transition|animation)[^;{}]*?\b(?!0s)[\d.]+m?s\b[^;{}]*;/.test(text);
      if (literal) expect([name, text.includes("prefers-reduced-motion")]).toEqual([name, true]);
    }
  });

  it("9-07 9-08 9-09 stack bar, popups, reinstall overlay (100), call and toast in this order", () => {
    const layers = ["bar", "popup", "reinstall", "call", "toast"].map((name) =>
      Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokensCSS)?.[1]),
    );
    expect(layers).toEqual(layers.toSorted((a, b) => a - b));
    expect(layers[2]).toBe(100);
  });

  it("11-23 have rules for each wallpaper that can be chosen", () => {
    const [first, ...others] = WALLPAPERS;
    expect(chatCSS).toContain(`wallpaper-${first}.svg`);
    const chosen = [...chatCSS.matchAll(/:root\[data-wallpaper="(\w+)"\]/g)].map(([, name]) => name);
    expect(chosen).toEqual(others);
  });

  it("draw no wallpaper with more contrast or less transparency", () => {
    const [, query = "", rule = ""] = /@media ([^{]+)\{\s*:root \{([^}]*)\}/.exec(chatCSS) ?? [];
    expect(query).toMatch(
      /prefers-contrast: more.*prefers-reduced-transparency: reduce.*forced-colors: active/,
    );
    expect(rule).toContain("--wallpaper-ink: transparent");
  });

  it("10-05 define a minimum control size of 44 px", () => {
    expect(tokensCSS).toMatch(/--touch: 44px/);
  });
});

function theme(name: string): boolean {
  return light.get(name) !== dark.get(name);
}
