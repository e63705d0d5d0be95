import rosetta from "rosetta";
import type { Language } from "../../machines/domain/language.ts";
import type { Catalogue, TextArguments, TextKey } from "./catalogue.ts";
import { first } from "./first.ts";

/** TypeScript checks the parameters against the sentence. */
export type Translate = <Key extends TextKey>(key: Key, ...params: TextArguments<Key>) => string;

export interface Text {
  readonly language: Language;
  readonly t: Translate;
}

/** A section may have a part of its texts, until another group of texts replaces it. */
type Sections = { readonly [Section in keyof Catalogue]?: Partial<Catalogue[Section]> };

type Params = Record<string, string | number>;

const dictionaries = rosetta<Sections>({ zh: { ...first.zh }, en: { ...first.en } });

const texts: Readonly<Record<Language, Text>> = { zh: makeText("zh"), en: makeText("en") };

/** Returns the same object for the same language, so that it can be compared. */
export function createText(language: Language): Text {
  return texts[language];
}

/** Adds sections to the dictionary: a lazy-loaded part of the app adds its own texts. */
export function addTexts(sections: Readonly<Record<Language, Sections>>): void {
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
