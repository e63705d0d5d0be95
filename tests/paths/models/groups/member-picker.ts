import type { Choice } from "../../../../machines/domain/group-routes.ts";
import { memberPickerMachine } from "../../../../machines/groups/member-picker.ts";
import { ANNA, aFriend, aGroupConversation, aMember, aWorld, BEN, ME, TEAM } from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const NEW = "3000000001";
const CHAT = aGroupConversation({ groupID: NEW, conversationID: `sg_${NEW}` });
const CLEO = "1000000004";

export const memberPickerModel = chosenFor(
  { kind: "create", groupType: 0, peerID: null },
  "/createGroup",
  "Create",
);

export const memberPickerWithAnnaModel = chosenFor(
  { kind: "create", groupType: 0, peerID: ANNA },
  `/createGroup?userID=${ANNA}`,
  "Create",
);

export const invitingModel = chosenFor(
  { kind: "invite", groupID: TEAM },
  `/chooseUser?groupID=${TEAM}`,
  "Invite",
);

function chosenFor(
  choice: Choice,
  path: string,
  verb: "Create" | "Invite",
): ChartModel<typeof memberPickerMachine> {
  const isNew = choice.kind === "create";
  const start = isNew ? `${choice.peerID ?? ""};` : ";";
  return {
    chart: "memberPicker",
    machine: memberPickerMachine,
    input: { userID: ME, choice },
    events: {
      "user.pick Anna": { type: "user.pick", userID: ANNA },
      "user.pick Ben": { type: "user.pick", userID: BEN },
      "user.nameGroup": { type: "user.nameGroup", name: " Trip " },
      "user.nameGroup with nothing": { type: "user.nameGroup", name: "  " },
      "user.confirmPicks": { type: "user.confirmPicks" },
    },
    answers: {
      createGroup: { done: { "": () => ({ groupID: NEW }) }, failed: ["network"] },
      inviteToGroup: { done: { "": () => undefined }, failed: ["notAllowed"] },
      findConversation: { done: { "": () => CHAT }, failed: ["unknown"] },
    },
    key: ({ context: { picked, name } }) => `${picked.join()} ${name}`,
    // The picked friends and the name of the group.
    around: {
      start,
      after(around, label, { value }) {
        const [picked = "", name = ""] = around.split(";");
        if (value !== "picking") return around;
        if (label === "user.pick Anna") return `${toggled(picked, ANNA)};${name}`;
        if (label === "user.pick Ben") return `${toggled(picked, BEN)};${name}`;
        if (label === "user.nameGroup") return `${picked};Trip`;
        return label === "user.nameGroup with nothing" ? `${picked};` : around;
      },
    },
    evenIgnored: ["user.confirmPicks"],
    isRest: ({ value }) => value === "picking" || value === "finished",

    opens: () => ({
      world: aWorld({
        friends: [
          aFriend(),
          aFriend({ userID: BEN, nickname: "Ben" }),
          aFriend({ userID: CLEO, nickname: "Cleo" }),
        ],
        members: [aMember(), aMember({ userID: CLEO, nickname: "Cleo" })],
      }),
      path,
      answers: { "im.loginStatus": () => "loggedIn" },
    }),
    // Other models test what follows; the held call keeps the user on this page.
    begin: async ({ ports }) => ports.hold("im.loginStatus"),
    actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "memberPicker"),
    calls: {
      createGroup: "im.createGroup",
      inviteToGroup: "im.changeGroup",
      findConversation: "im.findConversation",
    },
    tells: ["navigation <- navigation.go", "navigation <- navigation.back", "toasts <- toast.add"],
    press: {
      "user.pick Anna": press("checkbox: Anna"),
      "user.pick Ben": press("checkbox: Ben"),
      "user.nameGroup": type("Group name", " Trip "),
      "user.nameGroup with nothing": type("Group name", "  "),
      async "user.confirmPicks"(event, stage) {
        const picked: readonly string[] =
          childOf(stage.app, "session", "signedIn", "routeScopes", "memberPicker")?.getSnapshot().context
            .picked ?? [];
        const count = picked.length === 0 ? "" : ` (${picked.length})`;
        await press(`button: ${verb}${count}`)(event, stage);
      },
    },
    // Only a new group gets a name, and typing the same name is no change.
    pressable: (label, { context, value }) => {
      if (label.startsWith("user.pick") || label === "user.confirmPicks") return value === "picking";
      if (label === "user.nameGroup") return isNew && value === "picking" && context.name !== " Trip ";
      if (label === "user.nameGroup with nothing")
        return isNew && value === "picking" && context.name !== "  ";
      return true;
    },
    reads: ({ value, context }) => ({ is: value, picked: context.picked, name: context.name.trim() }),
    rows: {
      picking: ({ step }) => ({
        reads: { is: "picking", ...known(step) },
        sees: [confirm(step), ...listed(step)],
      }),
      creating: ({ step }) => ({
        asks: [["im.createGroup", { name: "Trip", groupType: 0, userIDs: known(step).picked }]],
        reads: { is: "creating", ...known(step) },
        sees: [confirm(step, "busy"), ...listed(step)],
      }),
      opening: ({ step }) => ({
        asks: [["im.findConversation", { groupID: NEW }]],
        reads: { is: "opening", ...known(step) },
        sees: [confirm(step, "busy")],
      }),
      inviting: ({ step }) => ({
        asks: [
          ["im.changeGroup", { groupID: TEAM, change: { kind: "invite", userIDs: known(step).picked } }],
        ],
        reads: { is: "inviting", ...known(step) },
        sees: [confirm(step, "busy"), ...listed(step)],
      }),
      finished: ({ step }) => ({ reads: { is: "finished", ...known(step) } }),
    },
    leads: {
      picking: {
        "user.pick Anna": STAYS,
        "user.pick Ben": STAYS,
        "user.nameGroup": STAYS,
        "user.nameGroup with nothing": STAYS,
        // Needs a picked friend, and a name for a new group (2-62, 2-83).
        "user.confirmPicks": ({ context }) => {
          if (context.picked.length === 0) return null;
          if (context.choice.kind === "invite") return "inviting";
          return context.name.trim() === "" ? null : "creating";
        },
      },
      creating: { "createGroup done": "opening", "createGroup failed (network)": "picking" },
      // A created group is not created again.
      opening: { "findConversation done": "finished", "findConversation failed (unknown)": "finished" },
      inviting: { "inviteToGroup done": "finished", "inviteToGroup failed (notAllowed)": "picking" },
      finished: {},
    },
    excused: {
      ...helpersDoNotFail("formKeeper"),
      "memberPicker.picking | formKeeper.left": "tests/unit/groups/member-picker.ts takes it",
    },
    told({ label }): readonly Wire[] {
      const [, failure] = /^(?:createGroup|inviteToGroup) failed \((\w+)\)$/.exec(label) ?? [];
      if (failure) return [["toasts <- toast.add", { toast: { tone: "error", failure } }]];
      if (label === "findConversation done")
        return [
          [
            "navigation <- navigation.go",
            { to: `/chat?conversationID=${CHAT.conversationID}`, replace: true },
          ],
        ];
      if (label.startsWith("findConversation"))
        return [["navigation <- navigation.go", { to: "/conversation", replace: true }]];
      if (label !== "inviteToGroup done") return [];
      return [
        ["navigation <- navigation.back", { from: "/chooseUser" }],
        ["toasts <- toast.add", { toast: { tone: "info", key: "invited" } }],
      ];
    },
    unreachable: isNew
      ? { inviting: "a new group is made, not joined" }
      : { creating: "the group exists", opening: "the group exists" },
  };

  function known(step: Around | null): { picked: string[]; name: string } {
    const [picked = "", name = ""] = (step?.around ?? start).split(";");
    return { picked: picked.split(" ").filter((id) => id !== ""), name };
  }

  function listed(step: Around | null): string[] {
    const { picked } = known(step);
    return [
      `checkbox${picked.includes(ANNA) ? " (checked)" : ""}: Anna`,
      `checkbox${picked.includes(BEN) ? " (checked)" : ""}: Ben`,
      `${picked.includes(BEN) ? "" : "!"}button: Remove Ben`,
      isNew ? "checkbox: Cleo" : "checkbox (disabled): Cleo",
    ];
  }

  /** The button counts the picks, and is enabled when nothing is missing. */
  function confirm(step: Around | null, condition?: "busy"): string {
    const { picked, name } = known(step);
    const isReady = picked.length > 0 && (!isNew || name !== "");
    const how = condition ?? (isReady ? "" : "disabled");
    const count = picked.length === 0 ? "" : ` (${picked.length})`;
    return `button${how && ` (${how})`}: ${verb}${count}`;
  }
}

interface Around {
  around: string;
}

function toggled(picked: string, userID: string): string {
  const ids = picked.split(" ").filter((id) => id !== "");
  return (ids.includes(userID) ? ids.filter((id) => id !== userID) : [...ids, userID]).join(" ");
}
