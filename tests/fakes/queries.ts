/** Query strings that fit every route at once: each route reads only the parameters it knows. */

export interface Subjects {
  selfID: string;
  /** A friend of `selfID`. */
  userID: string;
  /** A group that both are members of. */
  groupID: string;
}

/** Returns the query of a valid in-app link, for all routes together (2-69 to 2-77, 2-85 to 2-88). */
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

/** JSON with the right names, all with the same value. */
const dataOf = (value: unknown) =>
  JSON.stringify(
    Object.fromEntries(
      [
        ...["userID", "groupID", "fromUserID", "toUserID", "groupName", "nickname", "remark", "notification"],
        ...["areaCode", "phoneNumber", "email", "usedFor", "isRegiste", "verifyCode", "password"],
      ].map((name) => [name, value]),
    ),
  );

/** Every known parameter with the same value, not encoded. */
const all = (value: string) => NAMES.map((name) => `${name}=${value}`).join("&");
const allOf = (value: string) => all(encodeURIComponent(value));

/** Too long, with a broken escape, and with markup. */
const GARBAGE = `%E0%A4%A%zz%00<script>throw 1</script>${"x".repeat(300)}`;

/** Numbers outside the allowed list, and JSON of the wrong shape. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  type: "-1",
  sessionType: "NaN",
  groupType: "1e999",
  application: encodeURIComponent(dataOf(7)),
  baseData: "[1,[2]]",
  originData: encodeURIComponent(dataOf({ toString: 1 })),
};

/** Invalid queries, by what is wrong with them (2-78, 2-91, 2-92). */
export const hostileQueries: Readonly<
  Record<"nothing" | "no values" | "garbage" | "inherited" | "data" | "kinds", string>
> = {
  nothing: "",
  "no values": all(""),
  garbage: all(GARBAGE),
  inherited: allOf("constructor"),
  data: allOf(dataOf(GARBAGE)),
  kinds: NAMES.map((name) => `${name}=${OTHER_KINDS[name] ?? "null"}&${name}=NaN`).join("&"),
};
