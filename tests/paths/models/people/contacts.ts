import type { Conversation } from "../../../../machines/domain/conversation.ts";
import type { ContactLists, ContactNews } from "../../../../machines/people/contact-lists.ts";
import { contactsMachine } from "../../../../machines/people/contacts.ts";
import {
  ANNA,
  aBlack,
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aWorld,
  BEN,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const LISTS: ContactLists = { friends: [aFriend()], groups: [aGroup()], blacks: [aBlack()] };
const NOTHING: ContactLists = { friends: [], groups: [], blacks: [] };
const FOUND = aConversation();
const ANOTHER = aGroupConversation({ conversationID: "sg_another", groupID: "another" });

interface News {
  event: ContactNews;
  /** The change applied to `LISTS`, and to lists that are not loaded yet. */
  listed: Partial<ContactLists>;
  unlisted: Partial<ContactLists>;
}

const ANNIE = aFriend({ remark: "Annie" });
const BENNO = aFriend({ userID: BEN, nickname: "Benno" });
const CREW = aGroup({ groupName: "Crew" });
const BEN_AGAIN = aBlack({ nickname: "Ben again" });
const CARL = aBlack({ userID: "carl", nickname: "Carl" });

const NEWS: Readonly<Record<string, News>> = {
  "im.friendChanged": {
    event: { type: "im.friendChanged", friend: ANNIE },
    listed: { friends: [ANNIE] },
    unlisted: { friends: [ANNIE] },
  },
  "im.friendChanged of a new one": {
    event: { type: "im.friendChanged", friend: BENNO },
    listed: { friends: [aFriend(), BENNO] },
    unlisted: { friends: [BENNO] },
  },
  "im.friendRemoved": {
    event: { type: "im.friendRemoved", userID: ANNA },
    listed: { friends: [] },
    unlisted: {},
  },
  "im.groupChanged": {
    event: { type: "im.groupChanged", group: CREW },
    listed: { groups: [CREW] },
    // Until the groups load, it is unknown whether the user is a member.
    unlisted: {},
  },
  "im.groupLeft": { event: { type: "im.groupLeft", groupID: TEAM }, listed: { groups: [] }, unlisted: {} },
  "im.groupDismissed": {
    event: { type: "im.groupDismissed", groupID: TEAM },
    listed: { groups: [] },
    unlisted: {},
  },
  "im.blackChanged": {
    event: { type: "im.blackChanged", person: BEN_AGAIN },
    listed: { blacks: [BEN_AGAIN] },
    unlisted: { blacks: [BEN_AGAIN] },
  },
  "im.blackChanged of a new one": {
    event: { type: "im.blackChanged", person: CARL },
    listed: { blacks: [aBlack(), CARL] },
    unlisted: { blacks: [CARL] },
  },
  "im.blackRemoved": {
    event: { type: "im.blackRemoved", userID: BEN },
    listed: { blacks: [] },
    unlisted: {},
  },
};

interface Ledger {
  /**
   * Whether an unknown group sent a message: "heard" until the next load ends, "missed" if that load lacks
   * it.
   */
  group: "" | "heard" | "missed";
  isRead: boolean;
  /** The event about a contact since then, and whether a load was running. */
  news: string;
  isLate: boolean;
  unblocking: readonly string[];
}

/** Events that start the load again. Its result then contains all earlier events. */
const ASKING_ANEW = ["im.syncFinished", "im.contactsChanged"];

const START: Ledger = { group: "", isRead: false, news: "", isLate: false, unblocking: [] };

export const contactsModel: ChartModel<typeof contactsMachine> = {
  chart: "contacts",
  machine: contactsMachine,
  input: undefined,
  events: {
    "im.syncFinished": { type: "im.syncFinished" },
    "im.contactsChanged": { type: "im.contactsChanged" },
    "im.groupJoined": ({ value }, around) =>
      isUnderWay(value) || hasNews(around) ? null : { type: "im.groupJoined", groupID: TEAM },
    "im.groupJoined, another": (_, around) =>
      !hasNews(around) ? { type: "im.groupJoined", groupID: "another" } : null,
    ...Object.fromEntries(
      Object.entries(NEWS).map(([label, { event }]) => [
        label,
        ({ value }: { value: Value }, around: string) => (canChange(value, around) ? event : null),
      ]),
    ),
    "im.conversations of another group": ({ value }, around) =>
      isUnderWay(value) || hasNews(around) ? null : conversations(ANOTHER),
    "im.conversations of another group, meanwhile": ({ value }, around) =>
      isUnderWay(value) && !hasNews(around) ? conversations(ANOTHER) : null,
    "im.conversations of the team and Anna, meanwhile": ({ value }, around) =>
      isUnderWay(value) && !hasNews(around) ? conversations(aGroupConversation(), aConversation()) : null,
    "contacts.shown": { type: "contacts.shown" },
    "user.retryContacts": { type: "user.retryContacts" },
    "user.unblock Ben": ({ value }, around) =>
      canChange(value, around) ? { type: "user.unblock", userID: BEN } : null,
    "user.unblock Carl": (_, around) =>
      ledger(around).unblocking.join() === BEN ? { type: "user.unblock", userID: "carl" } : null,
    "user.unblock Ben, again": ({ context }, around) =>
      ledger(around).unblocking[0] === BEN && context.unblocking.length < 3
        ? { type: "user.unblock", userID: BEN }
        : null,
    "user.openChat with Anna": (_, around) =>
      hasNews(around) ? null : { type: "user.openChat", contact: { userID: ANNA } },
    "user.openChat of the team": (_, around) =>
      hasNews(around) ? null : { type: "user.openChat", contact: { groupID: TEAM } },
  },
  answers: {
    loadContacts: { done: { "": () => LISTS }, failed: ["unknown"] },
    findConversation: { done: { "": () => FOUND }, failed: ["network"] },
    unblock: { failed: ["network"] },
  },
  key: ({ value, context: { friends, groups, blacks, heard, late, unblocking } }) =>
    [
      friends.length,
      groups.length,
      blacks.length,
      ...heard,
      value.lists === "loading" && late.length > 0,
      unblocking.length,
    ].join(),
  // Events during a load are newer than its result.
  phase: ({ value }, around) => (value.lists === "loading" && canChange(value, around) ? "being read" : ""),
  evenIgnored: Object.keys(NEWS),
  around: {
    start: JSON.stringify(START),
    after(around, label, { value }) {
      const before = ledger(around);
      const after = (changes: Partial<Ledger>) => JSON.stringify({ ...before, ...changes });
      if (label in NEWS) return after({ news: label, isLate: value.lists === "loading" });
      if (label === "user.unblock Ben") return after({ unblocking: [BEN] });
      if (label === "user.unblock Carl") return after({ unblocking: [...before.unblocking, "carl"] });
      if (label === "unblock done") {
        const isBen = before.unblocking[0] === BEN;
        const news = isBen ? { news: "im.blackRemoved", isLate: value.lists === "loading" } : {};
        return after({ ...news, unblocking: before.unblocking.slice(1) });
      }
      if (label.startsWith("unblock failed")) return after({ unblocking: before.unblocking.slice(1) });
      if (label.includes("another") && value.lists !== "ready") return after({ group: "heard" });
      if (label === "loadContacts done")
        return after({
          isRead: true,
          group: before.group === "heard" ? "missed" : "",
          // The answer contains all events before the load. It is always the same here.
          news: before.isLate ? before.news : "",
          isLate: false,
        });
      if (label.startsWith("loadContacts failed") || ASKING_ANEW.includes(label))
        return after({ isLate: false });
      return around;
    },
  },
  isRest: ({ value }) => value.lists === "ready" && value.door === "closed" && value.blackList === "resting",

  opens: () => ({ world: aWorld({ friends: [], groups: [] }) }),
  prepare: (ports) => ports.hold("im.loadGroups", "im.loadBlacks"),
  begin: async (stage) => {
    await stage.act(() => stage.ports.visit("/contact"));
    // Other models test opened chats; the held call keeps the user on this page.
    stage.ports.hold("im.loginStatus");
  },
  actor: (app) => childOf(app, "session", "signedIn", "contacts"),
  calls: {
    loadContacts: "im.loadFriends",
    findConversation: "im.findConversation",
    unblock: "im.unblock",
  },
  tells: ["im.loadGroups", "im.loadBlacks", "navigation <- navigation.go", "toasts <- toast.add"],
  logged: ["loadContacts"],
  delays: { joinDelay: 1000 },
  stimuli: {
    "contacts.shown": ({ app }) => {
      const signedIn = childOf(app, "session", "signedIn");
      for (const path of ["/conversation", "/contact"])
        signedIn?.send({ type: "place.changed", place: { path, search: "" } });
    },
    "loadContacts done": (stage) => answerLists(stage),
    "loadContacts failed (unknown)": ({ ports }) => {
      ports.resolve("im.loadGroups", []);
      ports.resolve("im.loadBlacks", []);
      ports.reject("im.loadFriends", "unknown");
    },
  },
  press: {
    "user.retryContacts": press("button: Retry"),
    "user.openChat with Anna": press("text: Anna"),
  },
  pressable(label, { context: { friends } }) {
    if (label === "user.retryContacts") return friends.length === 0;
    if (label === "user.openChat with Anna") return friends.length > 0 && friends[0]?.remark === "";
    // Groups and the black list have their own screens.
    return label !== "user.openChat of the team" && !label.startsWith("user.unblock");
  },
  reads: ({ value, context: { friends, groups, blacks } }) => ({ is: value.lists, friends, groups, blacks }),
  rows: {
    "lists.loading": ({ step }) => ({
      sees: listed(step) ?? ["text: Loading"],
      asks: ["im.loadFriends", "im.loadGroups", "im.loadBlacks"],
      reads: { is: "loading", ...listsAt(step) },
    }),
    "lists.ready": ({ step }) => ({
      sees: listed(step) ?? [],
      reads: { is: afterAnswer(step) ?? "ready", ...listsAt(step) },
    }),
    "lists.expecting": ({ step }) => ({
      sees: listed(step) ?? [],
      reads: { is: afterAnswer(step) ?? "expecting", ...listsAt(step) },
    }),
    "lists.failed": ({ step }) => ({
      sees: listed(step) ?? ["text: Couldn't load your contacts", "button: Retry"],
      reads: { is: "failed", ...listsAt(step) },
    }),
    "blackList.resting": {},
    "blackList.removing": ({ snapshot, step }) => ({
      asks: [["im.unblock", { userID: step ? ledger(step.around).unblocking[0] : "" }]],
      reads: { is: snapshot.value.lists },
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
      "im.contactsChanged": "lists.loading",
      "im.groupJoined": "lists.loading",
      "im.groupJoined, another": "lists.loading",
      ...Object.fromEntries(Object.keys(NEWS).map((label) => [label, STAYS])),
      "unblock done": STAYS,
    },
    "lists.loading": {
      "im.groupJoined, another": STAYS,
      "im.conversations of another group, meanwhile": STAYS,
      "im.conversations of the team and Anna, meanwhile": STAYS,
      // A group that sent a message and is not in the answer causes another load.
      "loadContacts done": (_, around) =>
        ledger(around).group === "heard" ? "lists.expecting" : "lists.ready",
      "loadContacts failed (unknown)": "lists.failed",
    },
    "lists.ready": {
      "contacts.shown": "lists.loading",
      "im.conversations of another group": "lists.expecting",
    },
    "lists.expecting": {
      "im.groupJoined, another": STAYS,
      "im.conversations of another group, meanwhile": STAYS,
      "im.conversations of the team and Anna, meanwhile": STAYS,
      "after joinDelay": "lists.loading",
    },
    "lists.failed": {
      "contacts.shown": "lists.loading",
      "user.retryContacts": "lists.loading",
    },
    "blackList.resting": { "user.unblock Ben": "blackList.removing" },
    "blackList.removing": {
      "user.unblock Carl": STAYS,
      "unblock done": nextUnblocking,
      "unblock failed (network)": nextUnblocking,
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
    if (label.startsWith("findConversation failed") || label.startsWith("unblock failed"))
      return [["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }]];
    return [];
  },
  noise: {
    "messages of friends and of a known group": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation(), aGroupConversation()],
      }),
    "a second tap while the chat opens": {
      when: ({ value }) => value.door === "opening",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "contacts")?.send({
          type: "user.openChat",
          contact: { groupID: TEAM },
        }),
    },
    "a second tap on the user who is being unblocked": {
      when: ({ value }) => value.blackList === "removing",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "contacts")?.send({ type: "user.unblock", userID: BEN }),
    },
    "the start of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
  },
};

type Value = { lists: string; door: string; blackList: string };

function ledger(around: string): Ledger {
  return JSON.parse(around) as Ledger;
}

function isUnderWay({ lists }: Pick<Value, "lists">): boolean {
  return lists === "loading" || lists === "expecting";
}

function canChange({ door, blackList }: Value, around: string): boolean {
  const { group } = ledger(around);
  return !hasNews(around) && group === "" && door === "closed" && blackList === "resting";
}

function nextUnblocking({ context: { unblocking } }: { context: { unblocking: readonly string[] } }): string {
  return unblocking.length > 1 ? "blackList.removing" : "blackList.resting";
}

function hasNews(around: string): boolean {
  const { news, unblocking } = ledger(around);
  return news !== "" || unblocking.length > 0;
}

function conversations(...rows: Conversation[]) {
  return { type: "im.conversations", conversations: rows } as const;
}

type Told = { label: string; around: string } | null;

function afterAnswer(step: Told): string | undefined {
  if (step?.label !== "loadContacts done") return undefined;
  return ledger(step.around).group === "missed" ? "expecting" : "ready";
}

function listsAt(step: Told): ContactLists {
  const { isRead, news } = step ? ledger(step.around) : START;
  const read = isRead ? LISTS : NOTHING;
  return { ...read, ...(isRead ? NEWS[news]?.listed : NEWS[news]?.unlisted) };
}

function answerLists({ ports }: Stage): void {
  ports.resolve("im.loadFriends", [...LISTS.friends]);
  ports.resolve("im.loadGroups", [...LISTS.groups]);
  ports.resolve("im.loadBlacks", [...LISTS.blacks]);
}

function listed(step: Told): string[] | null {
  const { friends } = listsAt(step);
  return friends.length > 0 ? friends.map(({ remark, nickname }) => `text: ${remark || nickname}`) : null;
}
