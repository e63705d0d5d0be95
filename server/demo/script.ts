import { demoPeople, isPersonName, type PersonName } from "./people.ts";
import { demoPicturePath, photoSize } from "./pictures.ts";

/**
 * Consecutive lines. Each line is `name: text`, or `name kind: details`: `picture: file`,
 * `location: name | address | longitude | latitude`, `mention: name | text`. A scene begins at a local time of an
 * earlier day, or ends some minutes ago.
 */
export type DemoScene = { script: string } & (
  | { daysAgo: number /** "HH:MM", not after 22:00. */; at: string }
  | { /** At most 95, so that it never reaches back into an earlier scene. */ minutesAgo: number }
);

interface DemoHistory {
  scenes: DemoScene[];
  /** How many of the last messages a user has not read. Other users have read all. */
  unread?: Partial<Record<PersonName, number>>;
}

export interface DemoConversation extends DemoHistory {
  between: [PersonName, PersonName];
}

export interface DemoGroup extends DemoHistory {
  groupID: string;
  name: string;
  faceURL: string;
  /** The owner first. */
  members: [PersonName, ...PersonName[]];
  foundedDaysAgo: number;
}

export interface DemoMessage {
  from: PersonName;
  contentType: number;
  content: object;
  /** ms since epoch. */
  at: number;
}

const minute = 60_000;

/** The messages of the scenes at `now`. Times grow strictly and none is in the future. */
export function tell(scenes: DemoScene[], now: number): DemoMessage[] {
  return scenes.flatMap((scene) => tellScene(scene, now));
}

/** The local time `daysAgo` days before `now`. */
export function localTime(now: number, daysAgo: number, at: string): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo, hours, minutes).getTime();
}

function tellScene(scene: DemoScene, now: number): DemoMessage[] {
  const lines = scene.script
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  let elapsed = 0;
  const offsets = lines.map((line, index) => {
    if (index > 0) elapsed += pause(line, index);
    return elapsed;
  });
  const start =
    "minutesAgo" in scene
      ? now - scene.minutesAgo * minute - elapsed
      : localTime(now, scene.daysAgo, scene.at);
  return lines.map((line, index) => ({ ...readLine(line), at: start + (offsets[index] ?? 0) }));
}

/** Time to read and type a line in ms, slightly irregular. */
function pause(line: string, index: number): number {
  return 8_000 + Math.min(line.length, 120) * 450 + ((index * 7_919) % 23) * 1_000;
}

function readLine(line: string): Omit<DemoMessage, "at"> {
  const [, from = "", kind = "text", said = ""] = /^(\w+)(?: (\w+))?: (.+)$/.exec(line) ?? [];
  if (!isPersonName(from)) throw new Error(`this line of the demo has no known speaker: ${line}`);
  const parts = said.split("|").map((part) => part.trim());
  switch (kind) {
    case "text":
      return { from, contentType: 101, content: { content: said } };
    case "picture":
      return { from, contentType: 102, content: picture(said) };
    case "location":
      return { from, contentType: 109, content: location(parts) };
    case "mention":
      return { from, contentType: 106, content: mention(parts) };
    default:
      throw new Error(`this line of the demo has an unknown kind: ${line}`);
  }
}

function picture(name: string): object {
  const original = {
    uuid: `${name}.svg`,
    type: "image/svg+xml",
    size: 0,
    ...photoSize,
    url: `${demoPicturePath}${name}.svg`,
  };
  return { sourcePicture: original, bigPicture: original, snapshotPicture: original };
}

function location([name = "", addr = "", longitude = "", latitude = ""]: string[]): object {
  return {
    description: JSON.stringify({ name, addr }),
    longitude: Number(longitude),
    latitude: Number(latitude),
  };
}

function mention([name = "", text = ""]: string[]): object {
  if (!isPersonName(name)) throw new Error(`the demo mentions an unknown person: ${name}`);
  const { userID, nickname } = demoPeople[name];
  return {
    text: `@${userID} ${text}`,
    atUserList: [userID],
    atUsersInfo: [{ atUserID: userID, groupNickname: nickname }],
    isAtSelf: false,
  };
}
