/** What the list of members is for (2-61). */
export type Mode = "preview" | "remove" | "transfer";

const MODES: readonly Mode[] = ["preview", "remove", "transfer"];

/** What an address says it is for; looking through it, unless it says something better. */
export function modeIn(search: string): Mode {
  const mode = new URLSearchParams(search).get("mode");
  return MODES.find((one) => one === mode) ?? "preview";
}
