import type { Text } from "../i18n/text.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the time in its largest exact unit: "5 minutes", "90 seconds". */
export function burnTimeText({ t }: Text, seconds: number): string {
  if (seconds % DAY === 0) return t("burning.days", { count: seconds / DAY });
  if (seconds % HOUR === 0) return t("burning.hours", { count: seconds / HOUR });
  if (seconds % MINUTE === 0) return t("burning.minutes", { count: seconds / MINUTE });
  return t("burning.seconds", { count: seconds });
}

/** Returns the remaining time in a short form for a bubble, "0:09" to "7 d". Days and hours are rounded up. */
export function burnClock({ t }: Text, seconds: number): string {
  if (seconds >= DAY) return t("burning.shortDays", { count: Math.ceil(seconds / DAY) });
  if (seconds >= HOUR) return t("burning.shortHours", { count: Math.ceil(seconds / HOUR) });
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

export function burnLeftText(text: Text, seconds: number): string {
  const unit = seconds > DAY ? DAY : seconds > HOUR ? HOUR : seconds > MINUTE ? MINUTE : 1;
  return burnTimeText(text, Math.max(1, Math.ceil(seconds / unit)) * unit);
}
