/// <reference types="vite/client" />

/** Version of package.json. */
declare const __APP_VERSION__: string;

/** Uncompressed size of the OpenIM SDK's wasm. */
declare const __WASM_BYTES__: number;

/** Licence of package.json. */
declare const __APP_LICENCE__: string;

/** What the product is made of, as `package.json` names it. */
declare const __LIBRARIES__: readonly { name: string; version: string; licence: string }[];

/** The groups of emoji as Unicode orders them: smileys, people, nature, food, travel, activities, objects, symbols, flags. */
declare module "virtual:emojis" {
  const groups: readonly (readonly (readonly [
    unicode: string,
    en: string,
    zh: string,
    words: string,
    ...tones: readonly string[],
  ])[])[];
  export default groups;
}
