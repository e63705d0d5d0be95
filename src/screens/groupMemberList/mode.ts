/** Requirement 2-61. */
export type Mode = "preview" | "remove" | "transfer";

const MODES: readonly Mode[] = ["preview", "remove", "transfer"];

export function modeIn(search: string): Mode {
  const mode = new URLSearchParams(search).get("mode");
  return MODES.find((one) => one === mode) ?? "preview";
}
