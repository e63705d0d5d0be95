/** Whether any of these texts holds what somebody searches for, whatever its case and accents; nothing asked for is in all. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const wanted = plain(sought.trim());
  return texts.some((text) => plain(text).includes(wanted));
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase();
}
