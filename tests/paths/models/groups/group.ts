import type { GroupMember } from "../../../../machines/domain/people.ts";
import { groupMachine } from "../../../../machines/groups/group.ts";
import { ANNA, aGroup, aMember, aWorld, BEN, ME, TEAM } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";

const CLEO = "1000000004";
const ZOE = "1000000005";
const IDS: Readonly<Record<string, string>> = { Anna: ANNA, Mia: ME, Ben: BEN, Cleo: CLEO, Zoe: ZOE };
const member = (name: string, changes: Partial<GroupMember> = {}) =>
  aMember({ userID: IDS[name] ?? name, nickname: name, ...changes });

/** The owner, the user and Ben. A page of 500 starts with them; Zoe is on the next page. */
const FEW = [member("Anna", { roleLevel: 100 }), member("Mia"), member("Ben")];
const PAGE = 500;
const MANY = [...FEW, ...Array.from({ length: PAGE - FEW.length }, (_, index) => member(`Extra ${index}`))];
const LAST = [member("Zoe")];

const changed = (name: string) =>
  ({ type: "im.memberChanged", groupID: TEAM, userID: IDS[name] ?? "" }) as const;

type Group = SnapshotOf<typeof groupMachine>;

interface Facts {
  standing: "none" | "outside" | "member";
  /** Members with a name in this model, in list order. */
  names: readonly string[];
  count: number;
  next: number | null;
  /** Members with a change that was not loaded yet. */
  news: readonly string[];
}

const UNKNOWN: Facts = { standing: "none", names: [], count: 0, next: 0, news: [] };
const { read, at, remember } = ledgerFrom(UNKNOWN);

/**
 * Allows a change of one member at a time, and a second one while Ben loads; only changes that have an
 * effect.
 */
const ifQuiet =
  (name: string, isNews: (facts: Facts, inside: string, state: string) => boolean) =>
  ({ value }: Group, around: string) => {
    const facts = read(around);
    const inside = insideOf(value);
    const isQuiet = facts.news.length === 0 || (inside === "renewing" && facts.news.join() === "Ben");
    return isQuiet && isNews(facts, inside, value.facts) ? changed(name) : null;
  };

export const groupModel: ChartModel<typeof groupMachine> = {
  chart: "group",
  machine: groupMachine,
  input: { groupID: TEAM, userID: ME },
  events: {
    "im.groupChanged": { type: "im.groupChanged", group: aGroup() },
    "im.groupDismissed": { type: "im.groupDismissed", groupID: TEAM },
    "im.groupLeft": { type: "im.groupLeft", groupID: TEAM },
    "im.groupJoined": { type: "im.groupJoined", groupID: TEAM },
    "im.memberChanged Ben": ifQuiet(
      "Ben",
      ({ names }, inside, facts) =>
        facts !== "failed" && (inside === "outside" || inside.startsWith("loading") || names.includes("Ben")),
    ),
    // Several changes of a member before the page has loaded cause one load.
    "im.memberChanged Ben, once more": ({ value, context }, around) =>
      insideOf(value) === "loading" && read(around).news.join() === "Ben" && context.changed.length < 3
        ? changed("Ben")
        : null,
    "im.memberChanged Cleo": ifQuiet(
      "Cleo",
      ({ names }, inside, facts) =>
        facts === "known" && !names.includes("Cleo again") && ["ready", "renewing"].includes(inside),
    ),
    "im.memberChanged me": ifQuiet(
      "Mia",
      (_, inside, facts) => facts === "known" && ["ready", "outside"].includes(inside),
    ),
    "im.syncFinished": { type: "im.syncFinished" },
    "groupChange.done": { type: "groupChange.done" },
    "user.retryGroup": { type: "user.retryGroup" },
    "user.loadMoreMembers": { type: "user.loadMoreMembers" },
    "user.seekMember": { type: "user.seekMember" },
  },
  answers: {
    lookUpGroup: {
      done: {
        "": () => ({ group: aGroup(), me: member("Mia") }),
        outside: () => ({ group: aGroup(), me: null }),
        nothing: () => ({ group: null, me: null }),
      },
      failed: ["network"],
    },
    loadMembers: {
      done: {
        "": ({ context }) => (context.next === 0 ? FEW : LAST),
        "a full page": ({ context }) => (context.next === 0 ? MANY : LAST),
      },
      failed: ["network"],
    },
    loadMembersByID: {
      done: {
        "": ({ context }) =>
          context.asked.map((userID) =>
            userID === ME ? member("Mia") : aMember({ userID, nickname: `${baseOf(userID)} again` }),
          ),
        gone: ({ context }) => (context.asked[0] === ME ? [member("Mia")] : []),
      },
      failed: ["unknown"],
    },
  },
  key: ({ value, context: { group, me, members, next, changed: news, asked } }) =>
    [
      group?.groupID,
      me?.userID,
      next,
      news,
      insideOf(value) === "renewing" ? asked : "",
      ...namesIn(members),
    ].join(),
  around: remember((before, label, { value }) => heard(before, label, insideOf(value))),
  isRest: ({ value }) => value.facts === "known" && ["outside", "ready"].includes(insideOf(value)),

  opens: () => ({
    world: aWorld(),
    path: `/groupMemberList?groupID=${TEAM}`,
    answers: { "im.loginStatus": () => "loggedIn", "im.changeGroup": () => {} },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "group"),
  calls: {
    lookUpGroup: "im.lookUpGroup",
    loadMembers: "im.loadMembers",
    loadMembersByID: "im.loadMembersByID",
  },
  logged: ["lookUpGroup", "loadMembers", "loadMembersByID"],
  stimuli: {
    "groupChange.done": ({ app }) =>
      childOf(app, "session", "signedIn", "routeScopes", "group", "groupChange")?.send({
        type: "user.changeGroup",
        change: { kind: "muteAll", muted: true },
      }),
  },
  press: {
    "user.retryGroup": press("button: Retry"),
    "user.loadMoreMembers": press("button: Load more"),
  },
  pressable(label, { value, context }) {
    const inside = insideOf(value);
    // 500 rows take a minute in jsdom.
    if (label === "loadMembers done (a full page)") return false;
    // A search would hide the expected members; the list has its own tests.
    if (label === "user.seekMember") return false;
    if (label === "user.loadMoreMembers") return inside === "ready" && context.group !== null;
    if (label !== "user.retryGroup") return true;
    return context.group === null ? value.facts === "failed" : inside === "failed";
  },
  reads: ({ value, context: { group, me, members, next } }) => ({
    facts: value.facts,
    members: insideOf(value),
    standing: group === null ? "none" : me === null ? "outside" : "member",
    names: namesIn(members),
    count: members.length,
    next,
  }),
  rows: {
    "facts.loading": ({ step }) => ({
      asks: [["im.lookUpGroup", { groupID: TEAM }]],
      reads: { facts: "loading", standing: at(step).standing },
      sees: seen(step, "loading"),
    }),
    "facts.known": ({ step }) => ({
      reads: { facts: "known", standing: at(step).standing },
      sees: seen(step, "known"),
    }),
    "facts.failed": ({ step }) => ({
      reads: { facts: "failed", standing: at(step).standing },
      sees: seen(step, "failed"),
    }),
    "members.outside": { reads: { members: "outside", names: [], count: 0, next: 0 } },
    "members.inside.loading": ({ step }) => ({
      asks: [["im.loadMembers", { groupID: TEAM, offset: at(step).next ?? 0, count: PAGE }]],
      reads: { members: "loading", ...listIn(step) },
      sees: at(step).count > 0 ? ["button (busy): Load more"] : ["text: Loading"],
    }),
    "members.inside.loadingAll": ({ step }) => ({
      asks: [["im.loadMembers", { groupID: TEAM, offset: at(step).next ?? 0, count: PAGE }]],
      reads: { members: "loadingAll", ...listIn(step) },
      sees: at(step).count > 0 ? ["button (busy): Load more"] : ["text: Loading"],
    }),
    "members.inside.failed": ({ step }) => ({
      reads: { members: "failed", ...listIn(step) },
      sees:
        at(step).count > 0
          ? ["text: Anna", "button: Retry"]
          : ["text: Couldn't load members", "button: Retry"],
    }),
    "members.inside.ready": ({ step }) => ({
      reads: { members: "ready", ...listIn(step) },
      sees: [...shown(step), at(step).next === null ? "!button: Load more" : "button: Load more"],
    }),
    "members.inside.renewing": ({ step }) => ({
      asks: [
        [
          "im.loadMembersByID",
          {
            groupID: TEAM,
            userIDs: at(step)
              .news.slice(0, 1)
              .map((name) => IDS[name]),
          },
        ],
      ],
      reads: { members: "renewing", ...listIn(step) },
      sees: shown(step),
    }),
  },
  leads: {
    "facts.*": {
      "im.groupChanged": "facts.loading",
      "im.groupDismissed": "facts.loading",
      "im.groupLeft": "facts.loading",
      "im.groupJoined": "facts.loading",
      "im.memberChanged me": "facts.loading",
      "groupChange.done": "facts.loading",
    },
    "facts.loading": {
      "lookUpGroup done": "facts.known",
      "lookUpGroup done (outside)": "facts.known",
      "lookUpGroup done (nothing)": "facts.known",
      "lookUpGroup failed (network)": "facts.failed",
    },
    "facts.known": {},
    "facts.failed": { "user.retryGroup": "facts.loading", "im.syncFinished": "facts.loading" },
    // Members are listed while the user is a member.
    "members.outside": { "lookUpGroup done": "members.inside.loading" },
    "members.inside.*": {
      "lookUpGroup done (outside)": "members.outside",
      "lookUpGroup done (nothing)": "members.outside",
      "im.memberChanged Ben": STAYS,
      "im.memberChanged Cleo": STAYS,
    },
    "members.inside.loading": {
      "loadMembers done": afterPage,
      "loadMembers done (a full page)": afterPage,
      "loadMembers failed (network)": "members.inside.failed",
      "user.seekMember": "members.inside.loadingAll",
    },
    "members.inside.loadingAll": {
      "loadMembers done": afterPage,
      "loadMembers done (a full page)": (snapshot, around) =>
        snapshot.context.next === 0 ? "members.inside.loadingAll" : afterPage(snapshot, around),
      "loadMembers failed (network)": "members.inside.failed",
    },
    "members.inside.failed": {
      "user.retryGroup": "members.inside.loading",
      "im.syncFinished": "members.inside.loading",
    },
    "members.inside.ready": {
      "im.memberChanged Ben": "members.inside.renewing",
      "im.memberChanged Cleo": "members.inside.renewing",
      "im.memberChanged me": "members.inside.renewing",
      "user.loadMoreMembers": ({ context }) => (context.next === null ? null : "members.inside.loading"),
      "user.seekMember": ({ context }) => (context.next === null ? null : "members.inside.loadingAll"),
    },
    "members.inside.renewing": {
      "loadMembersByID done": afterAnswer,
      "loadMembersByID done (gone)": afterAnswer,
      "loadMembersByID failed (unknown)": afterAnswer,
    },
  },
  noise: {
    "news of another group": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ groupID: "other" }) });
      ports.emit.groups({ type: "im.groupDismissed", groupID: "other" });
      ports.emit.groups({ type: "im.groupLeft", groupID: "other" });
      ports.emit.groups({ type: "im.groupJoined", groupID: "other" });
      ports.emit.groups({ type: "im.memberChanged", groupID: "other", userID: ME });
      ports.emit.groups({ type: "im.memberChanged", groupID: "other", userID: BEN });
    },
    "the start of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
  },
  excused: chartsDoNotFail("groupChange"),
};

function heard(facts: Facts, label: string, inside: string): Facts {
  const [asked = ""] = facts.news;
  switch (label) {
    case "lookUpGroup done":
      return { ...facts, standing: "member" };
    case "lookUpGroup done (outside)":
      return { ...UNKNOWN, standing: "outside" };
    case "lookUpGroup done (nothing)":
      return UNKNOWN;
    case "loadMembers done":
      return withPage(facts, ["Anna", "Mia", "Ben"], 3, null);
    case "loadMembers done (a full page)":
      return withPage(facts, ["Anna", "Mia", "Ben"], PAGE, PAGE);
    case "im.memberChanged Ben":
    case "im.memberChanged Cleo":
      return inside === "outside" ? facts : { ...facts, news: [...facts.news, label.split(" ")[1] ?? ""] };
    case "im.memberChanged me":
      return inside === "outside" ? facts : { ...facts, news: [...facts.news, "Mia"] };
    case "loadMembersByID done":
      return { ...renewedIn(facts, asked), news: facts.news.slice(1) };
    case "loadMembersByID done (gone)":
      return { ...withoutIn(facts, asked), news: facts.news.slice(1) };
    case "loadMembersByID failed (unknown)":
      return { ...facts, news: facts.news.slice(1) };
    default:
      return facts;
  }
}

function withPage(facts: Facts, names: readonly string[], count: number, next: number | null): Facts {
  if (facts.next === 0) return { ...facts, names, count, next };
  const isNew = !facts.names.includes("Zoe");
  return {
    ...facts,
    names: isNew ? [...facts.names, "Zoe"] : facts.names,
    count: facts.count + Number(isNew),
    next: null,
  };
}

/** A new member is added last, once no page is left to load. */
function renewedIn(facts: Facts, name: string): Facts {
  const isListed = facts.names.some((one) => one.split(" ")[0] === name);
  const again = name === "Mia" ? name : `${name} again`;
  if (isListed)
    return { ...facts, names: facts.names.map((one) => (one.split(" ")[0] === name ? again : one)) };
  return facts.next === null ? { ...facts, names: [...facts.names, again], count: facts.count + 1 } : facts;
}

/** The user's own removal comes in another event. */
function withoutIn(facts: Facts, name: string): Facts {
  if (name === "Mia") return facts;
  const names = facts.names.filter((one) => one.split(" ")[0] !== name);
  const fewer = facts.names.length - names.length;
  return {
    ...facts,
    names,
    count: facts.count - fewer,
    next: facts.next === null ? null : facts.next - fewer,
  };
}

function listIn(step: { around: string } | null) {
  const { names, count, next } = at(step);
  return { names, count, next };
}

/** The known facts; a notice shows only while nothing is known. */
function seen(step: { around: string } | null, facts: "loading" | "known" | "failed"): string[] {
  const { standing } = at(step);
  if (standing === "outside") return ["text: Only members can see who is in the group"];
  if (standing === "member") return ["searchbox: Search", "!text: Couldn't load the group"];
  if (facts === "loading") return ["text: Loading"];
  return facts === "failed"
    ? ["text: Couldn't load the group", "button: Retry"]
    : ["text: This group does not exist"];
}

function shown(step: { around: string } | null): string[] {
  const { names } = at(step);
  return names.includes("Anna") ? ["text: Anna", "text: Owner"] : [];
}

function afterPage(_: Group, around: string): string {
  return read(around).news.length > 0 ? "members.inside.renewing" : "members.inside.ready";
}

function afterAnswer(_: Group, around: string): string {
  return read(around).news.length > 1 ? "members.inside.renewing" : "members.inside.ready";
}

function insideOf(value: Group["value"]): string {
  return value.members === "outside" ? "outside" : value.members.inside;
}

function namesIn(members: readonly GroupMember[]): string[] {
  return members.filter(({ nickname }) => baseOf(nickname) !== "").map(({ nickname }) => nickname);
}

/** The name of a member of this model, from a name or an id; "" for others. */
function baseOf(either: string): string {
  const [first = ""] = either.split(" ");
  return Object.keys(IDS).find((name) => name === first || IDS[name] === either) ?? "";
}
