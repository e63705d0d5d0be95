import type { Language } from "../../machines/domain/platform-events.ts";

/** A birthday as date fields have it, "1990-05-31", from milliseconds; "" for none. */
export function dateOf(birth: number | null): string {
  if (birth === null || Number.isNaN(new Date(birth).getTime())) return "";
  const date = new Date(birth);
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return [pad(date.getFullYear(), 4), pad(date.getMonth() + 1, 2), pad(date.getDate(), 2)].join("-");
}

/**
 * Milliseconds of a birthday from a date field; null for none. Noon in Greenwich is the same day nearly everywhere, so
 * that it is read as that day wherever the reader is.
 */
export function birthOf(date: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined
    ? null
    : Date.UTC(year, month - 1, day, 12);
}

/** A birthday as it is read. */
export function birthdayText(birth: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en", { dateStyle: "long" }).format(birth);
}
