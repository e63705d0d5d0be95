/**
 * Returns eight hexadecimal digits for what a drawing says of its chart: the states, and each transition with its guard
 * and its actions. Places, descriptions and colours do not count.
 */
export function fingerprintOf(svg: string): string {
  const states = [...svg.matchAll(/ data-state="([^"]*)"/g)].map(([, path]) => path);
  const lines = [
    ...svg.matchAll(
      /<text [^>]*(data-source="[^"]*" data-target="[^"]*" data-events="[^"]*")[^>]*>([^<]*)</g,
    ),
  ];
  const parts = [...states, ...lines.map(([, way, text]) => `${way} ${text}`)];
  return hashOf(parts.sort().join("\n"));
}

/** FNV-1a with 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
