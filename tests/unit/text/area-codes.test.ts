import { describe, expect, it } from "vitest";
import { areaCodes, findAreaCode, searchAreaCodes } from "../../../src/text/areaCodes.ts";

const found = (query: string, language: "zh" | "en" = "en", own = "+86") =>
  searchAreaCodes(query, language, own).map(({ iso }) => iso);

describe("area codes", () => {
  it("2-94 name every country in both languages, in alphabetical order", () => {
    for (const language of ["zh", "en"] as const) {
      const list = areaCodes(language);
      expect(list.length).toBeGreaterThan(230);
      expect(new Set(list.map(({ iso }) => iso)).size).toBe(list.length);
      for (const { iso, name, dial } of list) {
        expect([iso, dial]).toEqual([iso, expect.stringMatching(/^\+[1-9]\d{0,3}$/)]);
        expect(name).not.toBe(iso);
      }
    }
    expect(areaCodes("en")[0]?.name).toBe("Afghanistan");
    expect(areaCodes("zh").find(({ iso }) => iso === "CN")).toEqual({ iso: "CN", dial: "+86", name: "中国" });
  });

  it("2-94 are found by name in both languages, without regard to accents and case", () => {
    expect(found("switz")).toEqual(["CH"]);
    expect(found("瑞士")).toEqual(["CH"]);
    expect(found("germany", "zh")).toEqual(["DE"]);
    expect(found("aland")).toContain("AX");
    expect(found("hong kong")).toEqual(["HK"]);
    expect(found(" 香港 ", "zh")).toEqual(["HK"]);
  });

  it("2-94 are found by number with or without plus, and by ISO code, with exact matches first", () => {
    expect(found("86")[0]).toBe("CN");
    expect(found("+35")).toEqual(expect.arrayContaining(["IE", "PT", "FI"]));
    expect(found("+1242")).toEqual(["BS"]);
    expect(found("ch")[0]).toBe("CH");
    expect(found("nothing like this")).toEqual([]);
    expect(found("").length).toBe(areaCodes("en").length);
  });

  it("list names with a word that starts with the query first", () => {
    expect(found("ma")[0]).toBe("MA");
    // Germany, before Niger and Nigeria.
    expect(found("ger")[0]).toBe("DE");
    const names = searchAreaCodes("man", "en", "+86").map(({ name }) => name);
    const isFirst = (name: string) => /(^| )man/i.test(name);
    expect(names.map(isFirst)).toEqual(names.map(isFirst).toSorted((a, b) => Number(b) - Number(a)));
    expect(names.some(isFirst)).toBe(true);
    expect(names.every(isFirst)).toBe(false);
  });

  it("are made once for each language, not at each key", () => {
    expect(areaCodes("en")).toBe(areaCodes("en"));
  });

  it("list the code in use first", () => {
    expect(found("")[0]).toBe("CN");
    expect(found("", "en", "+49").slice(0, 2)).toEqual(["DE", "AF"]);
  });

  it.each([
    ["+1", ["US", "CA"]],
    ["+44", ["GB", "GG", "IM", "JE"]],
    ["+7", ["RU", "KZ"]],
  ])("2-94 list the main country of %s first and the countries that share it next", (dial, isos) => {
    expect(found("", "en", dial).slice(0, isos.length)).toEqual(isos);
    expect(found(dial).slice(0, isos.length)).toEqual(isos);
  });

  it("2-94 name a shared number after its main country", () => {
    expect(findAreaCode("+1", "en")?.iso).toBe("US");
    expect(findAreaCode("+44", "zh")?.name).toBe("英国");
    expect(findAreaCode("+86", "en")?.name).toBe("China");
    expect(findAreaCode("+999", "en")).toBeNull();
  });
});
