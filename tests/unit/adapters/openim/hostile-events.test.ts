import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemory, translate } from "../../../../src/adapters/openim/connection/events.ts";
import {
  customMessage,
  friend,
  group,
  groupCreated,
  inputStatus,
  memberInfo,
  messageOf,
  newConversation,
  readReceipt,
  receivedText,
  revocation,
} from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const picture = { url: "https://im.test/a.png", width: 1, height: 2, type: "image/png" };
const invitation = {
  ...{ roomID: "r", inviterUserID: "a", inviteeUserIDList: ["b"], groupID: "", mediaType: "audio" },
  ...{ sessionType: 1, timeout: 30, ex: { deep: [1] } },
};
const messages = [
  receivedText,
  groupCreated,
  messageOf(102, { pictureElem: { sourcePicture: picture, bigPicture: picture, snapshotPicture: picture } }),
  messageOf(103, { soundElem: { sourceUrl: picture.url, duration: 3 }, ex: '{"wave":"0z"}' }),
  messageOf(104, { videoElem: { videoUrl: picture.url, snapshotUrl: picture.url, duration: 3 } }),
  messageOf(105, { fileElem: { fileName: "a.txt", sourceUrl: picture.url, fileSize: 3 } }),
  messageOf(106, { atTextElem: { text: "@b", atUserList: ["b"], quoteMessage: receivedText } }),
  messageOf(107, { mergeElem: { title: "T", abstractList: ["a"], multiMessage: [receivedText] } }),
  messageOf(108, { cardElem: { userID: "b", nickname: "B", faceURL: picture.url } }),
  messageOf(109, { locationElem: { description: '{"name":"A"}', latitude: 1, longitude: 2 } }),
  messageOf(114, { quoteElem: { text: "re", quoteMessage: receivedText } }),
  messageOf(115, { faceElem: { index: 1, data: '{"url":"https://im.test/a.png"}' } }),
  customMessage("call", JSON.stringify({ customType: 200, data: invitation })),
  customMessage("record", JSON.stringify({ customType: 100, data: { roomID: "r", mediaType: "audio" } })),
  messageOf(2101, { notificationElem: { detail: JSON.stringify(revocation) } }),
];
const samples: readonly (readonly [name: string, data: unknown])[] = [
  ...messages.map((message) => ["OnRecvNewMessages", [message]] as const),
  ["OnNewConversation", [newConversation]],
  ["OnTotalUnreadMessageCountChanged", 3],
  ["OnNewRecvMessageRevoked", revocation],
  ["OnMsgDeleted", receivedText],
  ["OnRecvC2CReadReceipt", [readReceipt]],
  ["OnConversationUserInputStatusChanged", inputStatus],
  ["OnGroupInfoChanged", group],
  ["OnJoinedGroupDeleted", group],
  ["OnGroupMemberInfoChanged", memberInfo],
  ["OnFriendAdded", friend],
  ["OnBlackAdded", { ...friend, blockUserID: "xb" }],
  ["OnUserStatusChanged", { userID: "xb", status: 1 }],
  ["OnFriendApplicationAdded", { fromUserID: "a", toUserID: "b", reqMsg: "hi" }],
  ["OnGroupApplicationAdded", { userID: "a", groupID: "g", reqTime: 3 }],
];

/** Values that a field may hold instead of its own. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, "", 0, -1, Number.NaN, 1e308, true, [], {}, [null], "__proto__"),
  fc.constantFrom<unknown>("\ud800", "x".repeat(5000), "{", '{"a":', `${"[".repeat(250)}${"]".repeat(250)}`),
  fc.constantFrom<unknown>(JSON.parse(`${'{"a":['.repeat(100)}${"]}".repeat(100)}`), "javascript:alert(1)"),
  fc.constantFrom<unknown>('{"__proto__":{"a":1},"constructor":1,"toString":2}', { toString: 1, length: -1 }),
  fc.jsonValue(),
  fc.string(),
);

/** A copy with one value replaced at a random place. Texts with JSON are changed inside too. */
function changed(value: unknown, steps: readonly number[], put: unknown): unknown {
  const [step = 0, ...rest] = steps;
  if (typeof value === "string" && value.startsWith("{") && step % 2 === 0)
    return JSON.stringify(changed(JSON.parse(value), rest, put));
  if (typeof value !== "object" || value === null || steps.length === 0) return put;
  const keys = Object.keys(value);
  const key = keys[step % keys.length];
  if (key === undefined) return put;
  const inner = changed(Reflect.get(value, key), rest, put);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...value, [key]: inner };
}

describe("events with a broken field", () => {
  it("cost at most themselves", () => {
    const good = { ...receivedText, clientMsgID: "good" };
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.nat(1000), { maxLength: 8 }),
        odd,
        ([name, data], steps, put) => {
          const broken = changed(data, steps, put);
          const beside = Array.isArray(broken) && name === "OnRecvNewMessages" ? [...broken, good] : broken;
          const news = translate(
            [
              { name, data: beside, errCode: 0 },
              { name: "OnRecvNewMessage", data: good, errCode: 0 },
            ],
            { messages: createMemory(10), revocations: createMemory(10) },
          );
          const ids = news.messages.flatMap((event) =>
            event.type === "im.messages" ? event.messages.map(({ clientMsgID }) => clientMsgID) : [],
          );
          expect(ids.filter((id) => id === "good")).toHaveLength(1);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
