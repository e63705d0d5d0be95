import type { Language } from "../../machines/domain/language.ts";

/** Returns a birthday in milliseconds as a date field's value, "1990-05-31"; "" for none. */
export function dateOf(birth: number | null): string {
  if (birth === null || !isTime(birth)) return "";
  const date = new Date(birth);
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return [pad(date.getFullYear(), 4), pad(date.getMonth() + 1, 2), pad(date.getDate(), 2)].join("-");
}

/**
 * Returns a date field's value as milliseconds; null for none. Noon UTC is the same date in nearly every time zone, so
 * that every reader sees the same day.
 */
export function birthOf(date: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined
    ? null
    : Date.UTC(year, month - 1, day, 12);
}

/** Returns "" for a value that is no time: servers may store any number. */
export function birthdayText(birth: number, language: Language): string {
  if (!isTime(birth)) return "";
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en", { dateStyle: "long" }).format(birth);
}

function isTime(birth: number): boolean {
  return !Number.isNaN(new Date(birth).getTime());
}
