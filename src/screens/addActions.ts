import type { LucideIcon } from "lucide-react";
import { searchToJoinPath } from "../../machines/domain/people-routes.ts";
import { MessageCircle, ScanLine, UserPlus, Users, Video } from "../components/icons.ts";
import type { TextKey } from "../i18n/catalogue.ts";

export interface AddAction {
  label: Extract<TextKey, `add.${string}` | "screen.scan" | "meeting.new">;
  icon: LucideIcon;
  path: string;
}

/** Requirements 2-22 and 2-60. */
export const ADD_ACTIONS = {
  friend: { label: "add.friend", icon: UserPlus, path: searchToJoinPath(false) },
  group: { label: "add.group", icon: Users, path: searchToJoinPath(true) },
  newGroup: { label: "add.newGroup", icon: MessageCircle, path: "/createGroup" },
  newMeeting: { label: "meeting.new", icon: Video, path: "/meeting" },
  scan: { label: "screen.scan", icon: ScanLine, path: "/scan" },
} as const satisfies Record<string, AddAction>;
