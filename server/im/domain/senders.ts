import { MsgFrom } from "../protocol/constants.ts";
import type { MsgData } from "../protocol/messages.ts";
import type { Groups } from "./groups.ts";
import type { Users } from "./users.ts";

interface Sender {
  nickname: string;
  faceURL: string;
}

export type Senders = ReturnType<typeof createSenders>;

/**
 * Names and pictures of senders: the member's in a group, else the account's. The names in a message are never
 * trusted, and old rows may be forged, so every message gets the present name when it is read.
 */
export function createSenders(deps: { users: Users; groups: Groups }) {
  function known(groupID: string, userIDs: string[]): Map<string, Sender> {
    const members = groupID === "" ? [] : deps.groups.members(groupID, userIDs);
    const found = new Map<string, Sender>(members.map((member) => [member.userID, member]));
    const rest = userIDs.filter((userID) => !found.has(userID));
    for (const user of rest.length > 0 ? deps.users.getMany(rest) : []) found.set(user.userID, user);
    return found;
  }

  const withSender = (message: MsgData, sender: Sender | undefined): MsgData => ({
    ...message,
    senderNickname: sender?.nickname ?? "",
    senderFaceURL: sender?.faceURL ?? "",
  });

  return {
    named: (message: MsgData): MsgData =>
      withSender(message, known(message.groupID, [message.sendID]).get(message.sendID)),

    allNamed(messages: readonly MsgData[]): MsgData[] {
      const ids = messages.flatMap((message) => (message.msgFrom === MsgFrom.user ? [message.sendID] : []));
      const senders = known(messages[0]?.groupID ?? "", [...new Set(ids)]);
      return messages.map((message) =>
        withSender(message, message.msgFrom === MsgFrom.user ? senders.get(message.sendID) : undefined),
      );
    },
  };
}
