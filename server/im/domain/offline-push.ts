import { pushedContent } from "../../push/content.ts";
import type { WebPush } from "../../push/index.ts";
import { noticeFor } from "../../push/notice.ts";
import { atAllTag } from "../protocol/constants.ts";
import type { MsgData } from "../protocol/messages.ts";
import type { Conversations } from "./conversations.ts";
import type { Friends } from "./friends.ts";
import type { Groups } from "./groups.ts";
import type { Users } from "./users.ts";

/** Tells users without a connection of a message that was stored. */
export type OfflinePush = (message: MsgData, conversationID: string, receivers: Iterable<string>) => void;

/** Ids that a text mentions and that are looked up. */
const maxMentions = 50;

/**
 * OpenIM's offline push: to each device of a receiver that has no connection, unless the user has muted the chat or
 * everything, or the message itself wants none. Names come from accounts and groups.
 */
export function createOfflinePush(deps: {
  webPush: WebPush;
  users: Users;
  friends: Friends;
  groups: Groups;
  conversations: Conversations;
  isConnected: (userID: string, platformID: number) => boolean;
}): OfflinePush {
  const { webPush, users, friends, groups, conversations } = deps;

  function namesIn({ groupID, sendID, atUserIDList }: MsgData) {
    const ids = [sendID, ...atUserIDList.slice(0, maxMentions)].filter((id) => id !== atAllTag);
    const names = new Map(users.getMany(ids).map(({ userID, nickname }) => [userID, nickname]));
    if (groupID !== "")
      for (const { userID, nickname } of groups.members(groupID, ids)) names.set(userID, nickname);
    return names;
  }

  return (message, conversationID, receivers) => {
    if (message.options.offlinePush === false) return;
    const others = [...receivers].filter((userID) => userID !== message.sendID);
    const devices = webPush.subscriptions
      .of(others)
      .filter(({ userID, platformID }) => !deps.isConnected(userID, platformID));
    if (devices.length === 0) return;
    const { sendID, groupID, sendTime } = message;
    const names = namesIn(message);
    const raw = Buffer.from(message.content).toString("utf8");
    const content = pushedContent(message.contentType, raw, (userID) => names.get(userID));
    if (content === null) return;
    const owners = users.byID(devices.map(({ userID }) => userID));
    const group = groupID === "" ? null : (groups.getMany([groupID])[0]?.groupName ?? "");
    for (const device of devices) {
      if (owners.get(device.userID)?.globalRecvMsgOpt !== 0) continue;
      const [row] = conversations.getMany(device.userID, [conversationID]);
      if (row !== undefined && row.recvMsgOpt !== 0) continue;
      const [friend] = friends.getMany(device.userID, [sendID]);
      // The text would outlive a disappearing message.
      const previews = device.previews && row?.isPrivateChat !== true;
      const notice = noticeFor(
        { ...device, previews },
        {
          conversationID,
          sender: friend?.remark || names.get(sendID) || sendID,
          group,
          content,
          sendTime,
        },
      );
      webPush.push(device, notice);
    }
  };
}
