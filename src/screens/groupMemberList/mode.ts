import type { MemberListMode } from "../../../machines/groups/member-choice.ts";

const MODES: readonly MemberListMode[] = ["preview", "remove", "transfer"];

export function modeIn(search: string): MemberListMode {
  const mode = new URLSearchParams(search).get("mode");
  return MODES.find((one) => one === mode) ?? "preview";
}
