import type { CallMedia } from "../../../machines/domain/call.ts";
import type { MemberListMode } from "../../../machines/groups/member-choice.ts";

const MODES: readonly MemberListMode[] = ["preview", "remove", "transfer", "call"];

export function modeIn(search: string): MemberListMode {
  const mode = new URLSearchParams(search).get("mode");
  return MODES.find((one) => one === mode) ?? "preview";
}

/** The kind of call that the picked members are rung for. */
export function mediaIn(search: string): CallMedia {
  return new URLSearchParams(search).get("media") === "video" ? "video" : "voice";
}
