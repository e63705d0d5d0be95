import type { en } from "./en.ts";

type English = typeof en;

type Placeholders<Sentence> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Undefined if a value needs no parameters. */
type ParamsOf<Value> = Value extends (params: infer Params) => string
  ? Params
  : [Placeholders<Value>] extends [never]
    ? undefined
    : Record<Placeholders<Value>, string | number>;

type Translation<Value> = Value extends (params: infer Params) => string
  ? string | ((params: Params) => string)
  : string;

/** Exactly the sections and keys of the English dictionary. */
export type Catalogue = {
  readonly [Section in keyof English]: {
    readonly [Name in keyof English[Section]]: Translation<English[Section][Name]>;
  };
};

/** "section.name". */
export type TextKey = {
  [Section in keyof English]: `${Section}.${Extract<keyof English[Section], string>}`;
}[keyof English];

type ValueOf<Key extends TextKey> = Key extends `${infer Section extends keyof English}.${infer Name}`
  ? Name extends keyof English[Section]
    ? English[Section][Name]
    : never
  : never;

/** No argument, or an object with exactly the parameters of the sentence. */
export type TextArguments<Key extends TextKey> =
  ParamsOf<ValueOf<Key>> extends undefined ? [] : [params: ParamsOf<ValueOf<Key>>];
