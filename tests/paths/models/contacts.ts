import { contactsMachine } from "../../../machines/contacts.ts";
import type { Conversation } from "../../../machines/vocabulary/conversations.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aWorld,
  singleChatID,
  TEAM,
} from "../../fakes/world.ts";
import { press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";

const LISTS = { friends: [aFriend()], groups: [aGroup()] };
const FOUND = aConversation();
const ANOTHER = aGroupConversation({ conversationID: "sg_another", groupID: "another" });

/** Friends and groups of a signed-in person. */
export const contactsModel: ChartModel<typeof contactsMachine> = {
  chart: "contacts",
  machine: contactsMachine,
  input: undefined,
  events: {
    "im.syncFinished": { type: "im.syncFinished" },
    "im.friendsChanged": { type: "im.friendsChanged" },
    "im.groupsChanged": { type: "im.groupsChanged" },
    "im.conversations of another group": ({ value }) => (isUnderWay(value) ? null : conversations(ANOTHER)),
    "im.conversations of another group, meanwhile": ({ value }) =>
      isUnderWay(value) ? conversations(ANOTHER) : null,
    "im.conversations of the team and Anna, meanwhile": ({ value }) =>
      isUnderWay(value) ? conversations(aGroupConversation(), aConversation()) : null,
    "contacts.shown": { type: "contacts.shown" },
    "user.retryContacts": { type: "user.retryContacts" },
    "user.openChat with Anna": { type: "user.openChat", contact: { userID: ANNA } },
    "user.openChat of the team": { type: "user.openChat", contact: { groupID: TEAM } },
  },
  answers: {
    loadContacts: { done: { "": () => LISTS }, failed: ["unknown"] },
    findConversation: { done: { "": () => FOUND }, failed: ["network"] },
  },
  key: ({ context }) => [context.friends.length, ...context.heard].join(),
  // Which of the two lists is in front; whether a group has spoken that the next answer lacks, or the last one lacked.
  around: {
    start: "friends",
    after(around, label, { value }) {
      const [list, group] = around.split(", ");
      if (label === "user.openChat of the team") return join("groups", group);
      if (label === "user.openChat with Anna") return join("friends", group);
      if (label === "im.conversations of another group, meanwhile") return join(list, "heard");
      if (label === "im.conversations of another group" && value.lists === "expecting")
        return join(list, "heard");
      if (label === "loadContacts done") return join(list, group === "heard" ? "missed" : undefined);
      return around;
    },
  },
  isRest: ({ value }) => value.lists === "ready" && value.door === "closed",

  opens: () => ({ world: aWorld({ friends: [], groups: [] }) }),
  prepare: (ports) => ports.hold("im.loadGroups"),
  begin: async (stage) => {
    await stage.act(() => stage.ports.visit("/contact"));
    // Opening a chat would lead away; whether it is shown is decided elsewhere.
    stage.ports.hold("im.loginStatus");
  },
  actor: (app) => childOf(app, "session", "messenger", "contacts"),
  calls: { loadContacts: "im.loadFriends", findConversation: "im.findConversation" },
  tells: ["im.loadGroups", "navigation <- navigation.go", "notices <- notice.add"],
  logged: ["loadContacts"],
  delays: { joinDelay: 1000 },
  stimuli: {
    "contacts.shown": ({ app }) => {
      const messenger = childOf(app, "session", "messenger");
      for (const path of ["/conversation", "/contact"])
        messenger?.send({ type: "place.changed", place: { path, search: "" } });
    },
    "loadContacts done": (stage) => answerLists(stage),
    "loadContacts failed (unknown)": ({ ports }) => {
      ports.resolve("im.loadGroups", []);
      ports.reject("im.loadFriends", "unknown");
    },
  },
  press: {
    "user.retryContacts": press("button: Retry"),
    "user.openChat with Anna": press("radio: Friends", "text: Anna"),
    "user.openChat of the team": press("radio: Groups", "text: Team"),
  },
  pressable(label, { context: { friends } }) {
    if (label === "user.retryContacts") return friends.length === 0;
    return !label.startsWith("user.openChat") || friends.length > 0;
  },
  reads: ({ value, context }) => ({ is: value.lists, friends: context.friends, groups: context.groups }),
  rows: {
    "lists.loading": ({ snapshot, step }) => ({
      sees: snapshot.context.friends.length > 0 ? listed(step) : ["text: Loading"],
      asks: ["im.loadFriends", "im.loadGroups"],
      reads: { is: "loading", ...listsIn(snapshot.context) },
    }),
    "lists.ready": ({ step }) => ({
      sees: listed(step),
      reads: { is: afterAnswer(step) ?? "ready", ...LISTS },
    }),
    "lists.expecting": ({ step }) => ({
      sees: listed(step),
      reads: { is: afterAnswer(step) ?? "expecting", ...LISTS },
    }),
    "lists.failed": ({ snapshot, step }) => ({
      sees:
        snapshot.context.friends.length > 0
          ? listed(step)
          : ["text: Contacts could not be loaded", "button: Retry"],
      reads: { is: "failed", ...listsIn(snapshot.context) },
    }),
    "door.closed": {},
    "door.opening": ({ snapshot, step }) => ({
      asks:
        step?.label === "user.openChat of the team"
          ? [["im.findConversation", { groupID: TEAM }]]
          : [["im.findConversation", { userID: ANNA }]],
      reads: { is: snapshot.value.lists },
    }),
  },
  leads: {
    "lists.*": {
      "im.syncFinished": "lists.loading",
      "im.friendsChanged": "lists.loading",
      "im.groupsChanged": "lists.loading",
    },
    "lists.loading": {
      "im.conversations of another group, meanwhile": STAYS,
      "im.conversations of the team and Anna, meanwhile": STAYS,
      // A group that has spoken meanwhile and is not in the answer is looked for again.
      "loadContacts done": ({ context }) =>
        context.heard.includes(ANOTHER.groupID) ? "lists.expecting" : "lists.ready",
      "loadContacts failed (unknown)": "lists.failed",
    },
    "lists.ready": {
      "contacts.shown": "lists.loading",
      "im.conversations of another group": "lists.expecting",
    },
    "lists.expecting": {
      "im.conversations of another group, meanwhile": STAYS,
      "im.conversations of the team and Anna, meanwhile": STAYS,
      "after joinDelay": "lists.loading",
    },
    "lists.failed": {
      "contacts.shown": "lists.loading",
      "user.retryContacts": "lists.loading",
    },
    "door.closed": {
      "user.openChat with Anna": "door.opening",
      "user.openChat of the team": "door.opening",
    },
    "door.opening": {
      "findConversation done": "door.closed",
      "findConversation failed (network)": "door.closed",
    },
  },
  told({ label }) {
    if (label === "findConversation done")
      return [["navigation <- navigation.go", { to: `/chat?conversationID=${singleChatID(ANNA)}` }]];
    if (label.startsWith("findConversation failed"))
      return [["notices <- notice.add", { notice: { tone: "error", failure: "network" } }]];
    return [];
  },
  noise: {
    "news of people and of a group one is in": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation(), aGroupConversation()],
      }),
    "a second tap while the chat opens": {
      when: ({ value }) => value.door === "opening",
      make: ({ app }) =>
        childOf(app, "session", "messenger", "contacts")?.send({
          type: "user.openChat",
          contact: { groupID: TEAM },
        }),
    },
    "the start of a synchronisation": ({ ports }) =>
      ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
  },
};

/** The lists are being read, or will be in a moment. */
function isUnderWay({ lists }: { lists: string }): boolean {
  return lists === "loading" || lists === "expecting";
}

function conversations(...rows: Conversation[]) {
  return { type: "im.conversations", conversations: rows } as const;
}

function join(list: string | undefined, group: string | undefined): string {
  return [list, group].filter(Boolean).join(", ");
}

/** What an answer leads to: a group that has spoken meanwhile and is not in it is looked for again. */
function afterAnswer(step: { label: string; around: string } | null): string | undefined {
  if (step?.label !== "loadContacts done") return undefined;
  return step.around.endsWith("missed") ? "expecting" : "ready";
}

function listsIn({ friends, groups }: { friends: unknown; groups: unknown }) {
  return { friends, groups };
}

function answerLists({ ports }: Stage): void {
  ports.resolve("im.loadFriends", LISTS.friends);
  ports.resolve("im.loadGroups", LISTS.groups);
}

function listed(step: { around: string } | null): string[] {
  return step?.around.startsWith("groups") ? ["text: Team", "!text: Anna"] : ["text: Anna", "!text: Team"];
}
