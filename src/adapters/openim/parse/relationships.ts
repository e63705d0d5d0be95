import { failureCode } from "../../../../machines/domain/failure.ts";
import type { GroupEvent } from "../../../../machines/domain/people.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseFriends, parseUsers } from "./people.ts";

/** OpenIM's numbers for how a user found a group. */
const BY_SEARCH = 3;
const BY_CODE = 4;

/**
 * Loads any user and changes the relationship to them (protocol sections 4.2 and 11.4).
 *
 * @param tell receives what the refusal of a request says about its group: the server reports it to members only
 */
export function createRelationships(
  rpc: Rpc,
  tell: (event: GroupEvent) => void,
): Pick<ImPort, "loadPerson" | "addFriend" | "setRemark" | "block" | "unblock" | "unfriend" | "joinGroup"> {
  /** Loads a non-friend from the server, which reports an error only if all requested users are unknown. */
  async function findUser(userID: string) {
    const users = await rpc.call("getUsersInfo", [userID]).then(parseUsers, (error: unknown) => {
      if (!isRefusal(error, SDK_CODE.notFound, SDK_CODE.unknownUser)) throw error;
      return [];
    });
    return users.find((user) => user.userID === userID);
  }

  return {
    async loadPerson({ userID }) {
      const [friends, blacks] = await Promise.all([
        rpc
          .call("getSpecifiedFriendsInfo", { friendUserIDList: [userID], filterBlack: false })
          .then(parseFriends),
        rpc.call("getBlackList").then(parseUsers),
      ]);
      const friend = friends.find((one) => one.userID === userID) ?? null;
      // The SDK stores the names of friends, so their profile opens without the server.
      const user = friend ?? (await findUser(userID));
      if (!user) return null;
      const { nickname, faceURL } = user;
      const isBlocked = blacks.some((one) => one.userID === userID);
      return { baseInfo: { userID, nickname, faceURL }, friend, isBlocked };
    },
    async addFriend({ userID, greeting }) {
      await rpc.call("addFriend", { toUserID: userID, reqMsg: greeting });
    },
    async setRemark({ userID, remark }) {
      await rpc.call("updateFriends", { friendUserIDs: [userID], remark });
    },
    async block({ userID }) {
      await rpc.call("addBlack", { toUserID: userID });
    },
    async unblock({ userID }) {
      await rpc.call("removeBlack", userID);
    },
    async unfriend({ userID }) {
      await rpc.call("deleteFriend", userID);
    },
    async joinGroup({ groupID, greeting, isScan }) {
      const joinSource = isScan ? BY_CODE : BY_SEARCH;
      await rpc.call("joinGroup", { groupID, reqMsg: greeting, joinSource }).catch((error: unknown) => {
        if (failureCode(error) === "groupDismissed") tell({ type: "im.groupDismissed", groupID });
        throw error;
      });
    },
  };
}
