const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
/** The last count of a unit that is not rounded up into the next. */
const FULL = 999.5;

/** How large a file is, in three digits: "512 B", "1.5 KB", "34 MB"; nothing where nobody knows. */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return "";
  let count = bytes;
  let unit = 0;
  for (; count >= FULL && unit < UNITS.length - 1; unit++) count /= 1024;
  const digits = unit > 0 && count < 9.95 ? 1 : 0;
  return `${count.toFixed(digits)} ${UNITS[unit]}`;
}
