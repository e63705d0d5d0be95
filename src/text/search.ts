/** Whether any of these texts holds what somebody searches for, whatever its case and accents; nothing asked for is in all. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const wanted = plain(sought.trim());
  return texts.some((text) => plain(text).includes(wanted));
}

/** Nothing but letters that have neither accents nor other forms, as most names: ASCII and Chinese. */
const BARE = /^[\0-\x7f\u4e00-\u9fff]*$/;

function plain(text: string): string {
  const bare = BARE.test(text) ? text : text.normalize("NFKD").replace(/\p{Mark}/gu, "");
  return bare.toLowerCase();
}
