import type { en } from "./en.ts";

type English = typeof en;

/** The {{parameters}} a sentence names. */
type Placeholders<Sentence> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What a sentence has to be given, or undefined when it needs nothing. */
type ParamsOf<Value> = Value extends (params: infer Params) => string
  ? Params
  : [Placeholders<Value>] extends [never]
    ? undefined
    : Record<Placeholders<Value>, string | number>;

/** What another language may put in place of an English value. */
type Translation<Value> = Value extends (params: infer Params) => string
  ? string | ((params: Params) => string)
  : string;

/** A whole language: the sections and keys of the English catalogue, none missing and none more. */
export type Catalogue = {
  readonly [Section in keyof English]: {
    readonly [Name in keyof English[Section]]: Translation<English[Section][Name]>;
  };
};

/** Every sentence there is, as "section.name". */
export type TextKey = {
  [Section in keyof English]: `${Section}.${Extract<keyof English[Section], string>}`;
}[keyof English];

type ValueOf<Key extends TextKey> = Key extends `${infer Section extends keyof English}.${infer Name}`
  ? Name extends keyof English[Section]
    ? English[Section][Name]
    : never
  : never;

/** The parameters after the key: none, or one object with exactly what the sentence names. */
export type TextArguments<Key extends TextKey> =
  ParamsOf<ValueOf<Key>> extends undefined ? [] : [params: ParamsOf<ValueOf<Key>>];
