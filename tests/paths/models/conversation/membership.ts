import { membershipMachine } from "../../../../machines/conversation/membership.ts";
import type { Group, GroupMember } from "../../../../machines/domain/people.ts";
import {
  aGroup,
  aGroupConversation,
  aMember,
  aWorld,
  groupChatID,
  NOON,
  TEAM,
} from "../../../fakes/world.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { ignoringParent } from "../parents.ts";

const MINUTE = 60_000;
const key = { groupID: TEAM };
const MUTED = aMember({ muteEndTime: NOON + MINUTE });

const standing = (is: string) => ["conversation <- membership.changed", { standing: is }] as const;

const GROUPS: Readonly<Record<string, Group>> = {
  "im.groupChanged": aGroup({ groupName: "Team A" }),
  "im.groupChanged banned": aGroup({ status: 1 }),
  "im.groupChanged muted": aGroup({ status: 3 }),
  "loadGroup done": aGroup(),
  "loadGroup done (dismissed)": aGroup({ status: 2 }),
};

const MEMBERS: Readonly<Record<string, GroupMember | null>> = {
  "loadMembership done": aMember(),
  "loadMembership done (admin)": aMember({ roleLevel: 60 }),
  "loadMembership done (left)": null,
  "loadMembership done (muted)": MUTED,
};

/**
 * The user's membership of the team, whose chat is open (6-13 to 6-18). `around` holds the labels that brought
 * the newest group and the newest membership.
 */
export const membershipModel: ChartModel<typeof membershipMachine> = {
  chart: "membership",
  machine: membershipMachine,
  input: { groupID: TEAM, parent: ignoringParent, clock: { newID: () => "", now: () => NOON } },
  events: {
    "im.groupChanged": { type: "im.groupChanged", group: aGroup({ groupName: "Team A" }) },
    "im.groupChanged banned": { type: "im.groupChanged", group: aGroup({ status: 1 }) },
    "im.groupChanged muted": { type: "im.groupChanged", group: aGroup({ status: 3 }) },
    "im.groupDismissed": { type: "im.groupDismissed", groupID: TEAM },
    "im.groupLeft": { type: "im.groupLeft", groupID: TEAM },
    "im.groupJoined": { type: "im.groupJoined", groupID: TEAM },
    "im.memberChanged": { type: "im.memberChanged", groupID: TEAM, userID: "1000000001" },
  },
  answers: {
    loadGroup: {
      done: { "": () => aGroup(), dismissed: () => aGroup({ status: 2 }) },
      failed: ["network"],
    },
    loadMembership: {
      done: {
        "": () => aMember(),
        admin: () => aMember({ roleLevel: 60 }),
        left: () => null,
        muted: () => MUTED,
      },
      failed: ["network"],
    },
  },
  key: ({ context: { group, member } }) =>
    [group?.status, group?.groupName, member?.roleLevel, member?.muteEndTime].join(),
  around: {
    start: "|",
    after(around, label) {
      const [group = "", member = ""] = around.split("|");
      if (label in GROUPS) return `${label}|${member}`;
      if (label in MEMBERS) return `${group}|${label}`;
      return label === "loadMembership failed (network)" ? `${group}|` : around;
    },
  },
  isRest: ({ value }) => value === "known" || value === "unknown",

  opens: () => ({
    world: aWorld({ conversations: [aGroupConversation()] }),
  }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "membership"),
  calls: { loadGroup: "im.loadGroup", loadMembership: "im.loadMembership" },
  tells: ["conversation <- membership.changed"],
  logged: ["loadGroup", "loadMembership"],
  delays: { muteRemaining: MINUTE },
  reads: ({ value, context }) => ({
    is: value,
    group: context.group?.groupName ?? null,
    status: context.group?.status ?? null,
    role: context.member?.roleLevel ?? null,
  }),
  rows: {
    loadingGroup: (moment) => ({
      asks: [["im.loadGroup", key]],
      reads: { is: "loadingGroup", ...facts(moment) },
    }),
    loadingMember: (moment) => ({
      asks: [["im.loadMembership", key]],
      reads: { is: "loadingMember", ...facts(moment) },
    }),
    known: (moment) => ({ reads: { is: "known", ...facts(moment) } }),
    muted: (moment) => ({ reads: { is: "muted", ...facts(moment) } }),
    unknown: (moment) => ({ reads: { is: "unknown", ...facts(moment), role: null } }),
  },
  leads: {
    "*": {
      "im.groupChanged": "loadingMember",
      "im.groupChanged banned": "loadingMember",
      "im.groupChanged muted": "loadingMember",
      "im.groupDismissed": "loadingGroup",
      "im.groupLeft": "loadingGroup",
      "im.groupJoined": "loadingGroup",
      "im.memberChanged": "loadingMember",
    },
    loadingGroup: {
      "loadGroup done": "loadingMember",
      "loadGroup done (dismissed)": "loadingMember",
      // Without the server, the SDK still knows whether the user is a member.
      "loadGroup failed (network)": "loadingMember",
    },
    loadingMember: {
      "loadMembership done": "known",
      "loadMembership done (admin)": "known",
      "loadMembership done (left)": "known",
      // A group-wide ban on writing wins over the user's own mute. When it ends, the membership loads again.
      "loadMembership done (muted)": (_, around) =>
        standingAt({ ...known(around), member: MUTED }) === "muted" ? "muted" : "known",
      "loadMembership failed (network)": "unknown",
    },
    known: {},
    muted: {
      "after muteRemaining": "loadingMember",
    },
    unknown: {},
  },
  told({ label, around }) {
    // A failed load blocks nothing because of older data (6-18); only a dismissed group stays dismissed.
    if (label.startsWith("loadGroup")) return [];
    if (label.includes(" failed ")) return [standing(standingAt(known(around)))];
    if (!label.startsWith("im.groupChanged") && !label.startsWith("loadMembership done")) return [];
    return [standing(standingAt(known(around)))];
  },
  noise: {
    "news of another group": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ groupID: "other", status: 2 }) });
      ports.emit.groups({ type: "im.groupDismissed", groupID: "other" });
      ports.emit.groups({ type: "im.groupLeft", groupID: "other" });
      ports.emit.groups({ type: "im.groupJoined", groupID: "other" });
      ports.emit.groups({ type: "im.memberChanged", groupID: "other", userID: "1000000001" });
    },
  },
};

interface Known {
  group: Group | undefined;
  /** Null: not a member. Undefined: not loaded. */
  member: GroupMember | null | undefined;
}

function known(around = "|"): Known {
  const [group = "", member = ""] = around.split("|");
  return { group: GROUPS[group], member: MEMBERS[member] };
}

function facts({ step }: Moment<typeof membershipMachine>) {
  const { group, member } = known(step?.around);
  return {
    group: group?.groupName ?? null,
    status: group?.status ?? null,
    role: member?.roleLevel ?? null,
  };
}

/**
 * The order is that of the requirement: dismissed, left, banned, group muted, user muted. Nothing is blocked
 * while the membership is unknown (6-18).
 */
function standingAt({ group, member }: Known): string {
  const isDismissed = group?.status === 2;
  const rules: [boolean, string][] = [
    [isDismissed, "dismissed"],
    [member === undefined, "unknown"],
    [member === null, "left"],
    [group?.status === 1, "banned"],
    [group?.status === 3 && member?.roleLevel === 20, "groupMuted"],
    [(member?.muteEndTime ?? 0) > NOON, "muted"],
  ];
  return rules.find(([applies]) => applies)?.[1] ?? "mayWrite";
}
