import type { Target } from "../../../../machines/domain/relationship.ts";
import { contactRequestMachine } from "../../../../machines/people/contact-request.ts";
import { aWorld, BEN, TEAM } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";

const PERSON: Target = { kind: "person", id: BEN, isScan: false, isOpen: false };
const GROUP: Target = { kind: "group", id: TEAM, isScan: true, isOpen: false };
const OPEN: Target = { kind: "group", id: TEAM, isScan: false, isOpen: true };

export const contactRequestModel: ChartModel<typeof contactRequestMachine> = {
  chart: "contactRequest",
  machine: contactRequestMachine,
  input: { target: PERSON },
  events: { "user.apply": { type: "user.apply", greeting: " I am Mia " } },
  answers: {
    addFriend: { failed: ["network", "cannotBeAdded"] },
    joinGroup: { failed: ["network"] },
  },
  isRest: ({ value }) => value === "sent",

  opens: () => opensAt("isGroup=false", BEN),
  // Other models test what follows; the held call keeps the user on this page.
  begin: async ({ ports }: Stage) => ports.hold("im.loginStatus"),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "contactRequest"),
  calls: {
    addFriend: "im.addFriend",
    joinGroup: "im.joinGroup",
  },
  tells: ["toasts <- toast.add", "navigation <- navigation.back"],
  press: { "user.apply": inOrder(type("Greeting", " I am Mia "), press("button: Send")) },
  reads: ({ value }) => ({ is: value }),
  rows: {
    writing: ({ step }) => ({
      reads: { is: "writing" },
      sees: ["button: Send", `textbox: Greeting = ${step ? " I am Mia " : ""}`, "text: Ben"],
    }),
    asking: {
      asks: [["im.addFriend", { userID: BEN, greeting: "I am Mia" }]],
      reads: { is: "asking" },
      sees: ["button (busy): Send"],
    },
    joining: ({ snapshot }) => ({
      asks: [
        ["im.joinGroup", { groupID: TEAM, greeting: "I am Mia", isScan: snapshot.context.target.isScan }],
      ],
      reads: { is: "joining" },
    }),
    sent: { reads: { is: "sent" }, sees: ["button (disabled): Send"] },
  },
  leads: {
    writing: { "user.apply": ({ context }) => (context.target.kind === "group" ? "joining" : "asking") },
    asking: {
      "addFriend done": "sent",
      "addFriend failed (network)": "writing",
      "addFriend failed (cannotBeAdded)": "writing",
    },
    joining: { "joinGroup done": "sent", "joinGroup failed (network)": "writing" },
    sent: {},
  },
  told({ label, before }): Wire[] {
    const refused = (failure: string): Wire => ["toasts <- toast.add", { toast: { tone: "error", failure } }];
    const sent = (key: string): Wire[] => [
      ["toasts <- toast.add", { toast: { tone: "info", key } }],
      ["navigation <- navigation.back", { from: "/sendApplication" }],
    ];
    if (label === "addFriend failed (cannotBeAdded)") return [refused("cannotBeAdded")];
    if (label.endsWith("failed (network)")) return [refused("network")];
    if (label === "addFriend done") return sent("applicationSent");
    if (label === "joinGroup done")
      return sent(before.context.target.isOpen ? "groupJoined" : "applicationSent");
    return [];
  },
  noise: {
    "a second tap while it is sent": {
      when: ({ value }) => value !== "writing",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "routeScopes", "contactRequest")?.send({
          type: "user.apply",
          greeting: "again",
        }),
    },
  },
  unreachable: { joining: "groups have their own model" },
};

const NOT_FOR_GROUPS = { asking: "for people only" };

/** The same for a group whose code was scanned. */
export const groupContactRequestModel: ChartModel<typeof contactRequestMachine> = {
  ...contactRequestModel,
  input: { target: GROUP },
  unreachable: NOT_FOR_GROUPS,
  opens: () => opensAt("isGroup=true&isScan=true", TEAM),
};

/** The same for a group without verification. */
export const openGroupModel: ChartModel<typeof contactRequestMachine> = {
  ...contactRequestModel,
  input: { target: OPEN },
  unreachable: NOT_FOR_GROUPS,
  opens: () => opensAt("isGroup=true&notNeedVerification=true", TEAM),
};

function opensAt(how: string, sourceID: string) {
  return {
    world: aWorld(),
    path: `/sendApplication?${how}&sourceID=${sourceID}`,
    answers: { "im.loginStatus": () => "loggedIn" as const },
  };
}
