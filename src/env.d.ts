/// <reference types="vite/client" />

/** Version in package.json. */
declare const __APP_VERSION__: string;

/** Uncompressed size of the OpenIM SDK's wasm, in bytes. */
declare const __WASM_BYTES__: number;

/** Licence in package.json. */
declare const __APP_LICENCE__: string;

/** The dependencies in `package.json`, for the about page. */
declare const __LIBRARIES__: readonly { name: string; version: string; licence: string }[];

/** Emoji groups in Unicode's order: smileys, people, nature, food, travel, activities, objects, symbols, flags. */
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
