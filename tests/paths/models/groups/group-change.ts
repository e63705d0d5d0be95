import type { GroupChange } from "../../../../machines/domain/group.ts";
import { groupChangeMachine } from "../../../../machines/groups/group-change.ts";
import { ANNA, aGroup, aMember, aWorld, BEN, TEAM } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { ignoringParent } from "../parents.ts";

const WISHES: Readonly<Record<string, GroupChange>> = {
  "user.changeGroup mute all": { kind: "muteAll", muted: true },
  "user.changeGroup name": { kind: "name", name: "Crew" },
  "user.changeGroup nickname": { kind: "nickname", nickname: "M" },
  "user.changeGroup announcement": { kind: "announcement", text: "Hello" },
  "user.changeGroup remove": { kind: "remove", userIDs: [BEN] },
  "user.changeGroup transfer": { kind: "transfer", userID: ANNA },
  "user.changeGroup quit": { kind: "quit" },
  "user.changeGroup dismiss": { kind: "dismiss" },
};

/** The pages that close when the change is saved. */
const PAGES: Readonly<Record<string, string>> = {
  "user.changeGroup name": "/changeName?name",
  "user.changeGroup nickname": "/changeName?nickname",
  "user.changeGroup announcement": "/changeName?announcement",
  "user.changeGroup remove": "/groupMemberList?remove",
  "user.changeGroup transfer": "/groupMemberList?transfer",
};

const EXIT_TOASTS: Readonly<Record<string, string>> = {
  "user.changeGroup quit": "groupLeft",
  "user.changeGroup dismiss": "groupDismissed",
};

export const groupChangeModel: ChartModel<typeof groupChangeMachine> = {
  chart: "groupChange",
  machine: groupChangeMachine,
  input: { groupID: TEAM, parent: ignoringParent },
  events: Object.fromEntries(
    Object.entries(WISHES).map(([label, change]) => {
      const page = PAGES[label] ?? `/groupManage?groupID=${TEAM}`;
      return [label, { type: "user.changeGroup", change, page } as const];
    }),
  ),
  answers: { changeGroup: { done: { "": () => undefined }, failed: ["notAllowed"] } },
  key: ({ value, context }) => (value === "saving" ? `${context.change?.kind}` : ""),
  // The label of the change that is being saved.
  around: { start: "", after: (_, label) => (label in WISHES ? label : "") },
  isRest: ({ value }) => value === "settled",

  opens: () => ({
    world: aWorld({ groups: [aGroup()], members: [aMember({ roleLevel: 100 }), aMember({ userID: BEN })] }),
    path: `/groupManage?groupID=${TEAM}`,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  // Other models test what follows; the held call keeps the user on this page.
  begin: async ({ ports }) => ports.hold("im.loginStatus"),
  actor: changeOf,
  calls: { changeGroup: "im.changeGroup" },
  tells: [
    "group <- groupChange.done",
    "navigation <- navigation.go",
    "navigation <- navigation.back",
    "toasts <- toast.add",
  ],
  press: { "user.changeGroup mute all": press("switch: Mute all") },
  // The other changes are made on their own pages.
  pressable: (label) => !label.startsWith("user.") || label === "user.changeGroup mute all",
  reads: ({ value }) => ({ is: value }),
  rows: {
    settled: ({ step }) => ({
      reads: { is: "settled" },
      sees: step?.label.includes(" failed ") ? ["text: You're not allowed to do this"] : [],
    }),
    saving: ({ step }) => ({
      asks: [["im.changeGroup", { groupID: TEAM, change: WISHES[step?.around ?? ""] }]],
      reads: { is: "saving" },
      sees: step?.around === "user.changeGroup mute all" ? ["switch (busy): Mute all"] : [],
    }),
  },
  leads: {
    settled: Object.fromEntries(Object.keys(WISHES).map((label) => [label, "saving"])),
    saving: {
      "changeGroup done": "settled",
      "changeGroup failed (notAllowed)": "settled",
    },
  },
  told({ label, aroundBefore: wish }): readonly Wire[] {
    if (!label.startsWith("changeGroup")) return [];
    const done: Wire = "group <- groupChange.done";
    if (label !== "changeGroup done")
      return [done, ["toasts <- toast.add", { toast: { tone: "error", failure: "notAllowed" } }]];
    // A user who is no longer the owner may not manage the group: they go to the group's page.
    const to = wish === "user.changeGroup transfer" ? { to: `/groupSetting?groupID=${TEAM}` } : {};
    if (wish in PAGES) return [done, ["navigation <- navigation.back", { from: PAGES[wish], ...to }]];
    if (!(wish in EXIT_TOASTS)) return [done];
    return [
      done,
      ["navigation <- navigation.go", { to: "/conversation", replace: true }],
      ["toasts <- toast.add", { toast: { tone: "info", key: EXIT_TOASTS[wish] } }],
    ];
  },
  noise: {
    "another change in the meantime": {
      when: ({ value }) => value === "saving",
      make: ({ app }: Stage) =>
        changeOf(app)?.send({
          type: "user.changeGroup",
          change: { kind: "muteAll", muted: false },
          page: "/groupManage",
        }),
    },
  },
};

function changeOf(app: Parameters<typeof childOf>[0]) {
  return childOf(app, "session", "signedIn", "routeScopes", "group", "groupChange");
}
