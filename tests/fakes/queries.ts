/** Queries that fit every route at once: each reads what it knows, so that a new route needs no words here. */

export interface Subjects {
  selfID: string;
  /** A friend of theirs. */
  userID: string;
  /** A group both are in. */
  groupID: string;
}

/** What a link within the app would say, for all routes together (2-69 to 2-77, 2-85 to 2-88). */
export function plausibleQuery({ selfID, userID, groupID }: Subjects): string {
  const ids = [selfID, userID].sort().join("_");
  return new URLSearchParams({
    conversationID: `si_${ids}`,
    userID,
    groupID,
    originData: JSON.stringify({ groupID, groupName: "Team" }),
    application: JSON.stringify({ fromUserID: userID, toUserID: selfID, userID, groupID }),
    type: "0",
    friendInfo: JSON.stringify({ userID, nickname: "Anna", remark: "" }),
    sourceID: userID,
    isGroup: "false",
    isScan: "false",
    notNeedVerification: "false",
    sessionType: "1",
    groupType: "2",
    isRegiste: "true",
    isByEmail: "false",
    baseData: JSON.stringify({ areaCode: "+86", phoneNumber: "13800000009", usedFor: 1 }),
  }).toString();
}

const NAMES = [...new URLSearchParams(plausibleQuery({ selfID: "", userID: "", groupID: "" })).keys()];

/** Data of the right names, all of which hold the same. */
const dataOf = (value: unknown) =>
  JSON.stringify(
    Object.fromEntries(
      [
        ...["userID", "groupID", "fromUserID", "toUserID", "groupName", "nickname", "remark", "notification"],
        ...["areaCode", "phoneNumber", "email", "usedFor", "isRegiste", "verifyCode", "password"],
      ].map((name) => [name, value]),
    ),
  );

/** Every parameter there is with the same value, written as it stands. */
const all = (value: string) => NAMES.map((name) => `${name}=${value}`).join("&");
const allOf = (value: string) => all(encodeURIComponent(value));

/** Far too long, broken as an escape, and a page of its own if it were taken for one. */
const GARBAGE = `%E0%A4%A%zz%00<script>throw 1</script>${"x".repeat(300)}`;

/** Numbers that are none of the list, and data that says something else. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  type: "-1",
  sessionType: "NaN",
  groupType: "1e999",
  application: encodeURIComponent(dataOf(7)),
  baseData: "[1,[2]]",
  originData: encodeURIComponent(dataOf({ toString: 1 })),
};

/** What nobody's link would say, by what is wrong with it (2-78, 2-91, 2-92). */
export const hostileQueries: Readonly<
  Record<"nothing" | "no values" | "garbage" | "data" | "kinds", string>
> = {
  nothing: "",
  "no values": all(""),
  garbage: all(GARBAGE),
  data: allOf(dataOf(GARBAGE)),
  kinds: NAMES.map((name) => `${name}=${OTHER_KINDS[name] ?? "null"}&${name}=NaN`).join("&"),
};
