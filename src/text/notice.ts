import type { GroupNotice, NoticePeople } from "../../machines/domain/group-notice.ts";
import type { MessageContent } from "../../machines/domain/message.ts";
import type { NoticePerson } from "../../machines/domain/people.ts";
import type { Text } from "../i18n/text.ts";
import { oneLine } from "./oneLine.ts";
import { spanText } from "./time.ts";

export type NoticePart = string | NoticePerson;

export type NamingContent = Extract<MessageContent, { type: "revoked" | "groupNotice" }>;

export function isNaming(content: MessageContent): content is NamingContent {
  return content.type === "revoked" || content.type === "groupNotice";
}

/**
 * Returns a notice in parts, so that the caller can render names as links. The signed-in user is "you" in the text.
 *
 * @param isWhole whether an announcement is shown to its end, not only as much as a line can show
 */
export function noticeParts(
  content: NamingContent,
  { t }: Text,
  selfID: string,
  isWhole = false,
): readonly NoticePart[] {
  const named: NoticePerson[] = [];
  const put = (person: NoticePerson, you: string) =>
    person.userID === selfID ? you : mark(named.push(person) - 1);
  const say: Wording = {
    t,
    subject: (person) => put(person, t("preview.youWho")),
    object: (person) => put(person, t("preview.youWhom")),
    words: (text) => (isWhole ? unmarked(text) : oneLine(unmarked(text))),
  };
  const sentence = content.type === "revoked" ? revocation(content, say) : groupNotice(content.notice, say);
  // Every second part is the index of a name.
  return sentence
    .split(MARK)
    .map((piece, index): NoticePart => (index % 2 === 0 ? piece : (named[Number(piece)] ?? "")))
    .filter((part) => part !== "");
}

interface Wording {
  t: Text["t"];
  /** The acting user, and the affected user. */
  subject: (person: NoticePerson) => string;
  object: (person: NoticePerson) => string;
  /** Text that a user wrote. */
  words: (text: string) => string;
}

/** By the sender: "X recalled a message". By another user: "X recalled a message sent by Y" (3-72). */
function revocation(
  { revoker, sender }: Extract<MessageContent, { type: "revoked" }>,
  { t, subject, object }: Wording,
): string {
  const name = subject(revoker);
  return revoker.userID === sender.userID
    ? t("preview.revoked", { name })
    : t("preview.revokedOf", { name, sender: object(sender) });
}

function groupNotice(notice: GroupNotice, say: Wording): string {
  const { t, subject, object, words } = say;
  if (notice.by === null) return t("preview.groupCreated");
  const name = subject(notice.by);
  switch (notice.act) {
    case "invited":
    case "removed":
      return t(`preview.${notice.act}`, { name, people: listed(notice, say) });
    case "transferred":
    case "memberUnmuted":
      return t(`preview.${notice.act}`, { name, person: object(notice.person) });
    case "memberMuted":
      return t("preview.memberMuted", {
        name,
        person: object(notice.person),
        time: spanText(notice.seconds, t),
      });
    case "announced":
      return t("preview.announced", { name, text: words(notice.text) });
    case "renamed":
      return t("preview.renamed", { name, group: words(notice.name) });
    default:
      return t(`preview.${notice.act}`, { name });
  }
}

/** At most three names, then the number of others (9-17 to 9-19). */
function listed({ people, count }: NoticePeople, { t, object }: Wording): string {
  const names = people.map(object).join(t("preview.nameSeparator"));
  const others = count - people.length;
  return others > 0 ? t("preview.and", { names, others: t("preview.others", { count: others }) }) : names;
}

/** Placeholder of a name: private-use characters, which the dictionary never contains. */
const MARK = /\uE000(\d+)\uE001/;

function mark(index: number): string {
  return `\uE000${index}\uE001`;
}

/** Removes placeholder characters from user text. */
function unmarked(text: string): string {
  return text.replace(/[\uE000\uE001]/g, "");
}
