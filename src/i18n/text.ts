import rosetta from "rosetta";
import type { Language } from "../../machines/domain/platform-events.ts";
import type { Catalogue, TextArguments, TextKey } from "./catalogue.ts";
import { first } from "./first.ts";

/** Says a sentence of the catalogue. Parameters are checked against the sentence. */
export type Translate = <Key extends TextKey>(key: Key, ...params: TextArguments<Key>) => string;

/** One language's words. */
export interface Text {
  readonly language: Language;
  readonly t: Translate;
}

/** What a number or name may be put in for. */
type Params = Record<string, string | number>;

const dictionaries = rosetta<Partial<Catalogue>>({ zh: { ...first.zh }, en: { ...first.en } });

const texts: Readonly<Record<Language, Text>> = { zh: makeText("zh"), en: makeText("en") };

/** The words of a language; the same object for every call, so that it may be compared. */
export function createText(language: Language): Text {
  return texts[language];
}

/** Adds sections of the catalogue: what pages say comes with them. */
export function addWords(sections: Readonly<Record<Language, Partial<Catalogue>>>): void {
  dictionaries.set("en", sections.en);
  dictionaries.set("zh", sections.zh);
}

function makeText(language: Language): Text {
  return {
    language,
    t: (key, ...rest) => {
      const params: Params | undefined = rest[0];
      return dictionaries.t(key, params, language);
    },
  };
}
