const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
/** The largest count before the text rounds up to the next unit. */
const FULL = 999.5;

/** Returns a file size with up to three digits: "512 B", "1.5 KB", "34 MB"; "" if it is unknown. */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return "";
  let count = bytes;
  let unit = 0;
  for (; count >= FULL && unit < UNITS.length - 1; unit++) count /= 1024;
  const digits = unit > 0 && count < 9.95 ? 1 : 0;
  return `${count.toFixed(digits)} ${UNITS[unit]}`;
}
