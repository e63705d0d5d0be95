import { Failure } from "../../machines/domain/failure.ts";
import type { BaseInfo } from "../../machines/domain/relationship.ts";
import type { Answers } from "./calls.ts";
import type { Emit } from "./ports.ts";
import { BEN, type World } from "./world.ts";

/** Ben, not a friend yet. */
export function aStranger(changes: Partial<BaseInfo> = {}): BaseInfo {
  return { userID: BEN, nickname: "Ben", faceURL: "", ...changes };
}

type PeopleCall =
  | "account.searchUsers"
  | "account.loadPersonDetails"
  | "im.loadPerson"
  | "im.addFriend"
  | "im.setRemark"
  | "im.block"
  | "im.unblock"
  | "im.unfriend"
  | "im.joinGroup";

export function peopleAnswers(world: World, emit: Emit): Required<Pick<Answers, PeopleCall>> {
  const everybody = () =>
    [...world.friends, ...world.strangers, world.me].map(({ userID, nickname, faceURL }) => ({
      userID,
      nickname,
      faceURL,
    }));
  const known = (userID: string) => {
    const found = everybody().find((one) => one.userID === userID);
    if (!found) throw new Failure("unknown");
    return found;
  };

  return {
    "account.searchUsers": ({ keyword }) =>
      everybody().filter(({ userID, nickname }) => userID === keyword || nickname.includes(keyword)),
    "account.loadPersonDetails": () => ({ mayBeAdded: true }),
    "im.loadPerson": ({ userID }) => {
      const baseInfo = everybody().find((one) => one.userID === userID);
      if (!baseInfo) return null;
      return {
        baseInfo,
        friend: world.friends.find((friend) => friend.userID === userID) ?? null,
        isBlocked: world.blacks.some((black) => black.userID === userID),
      };
    },
    "im.addFriend": ({ userID }) => {
      known(userID);
    },
    "im.setRemark": ({ userID, remark }) => {
      world.friends = world.friends.map((friend) =>
        friend.userID === userID ? { ...friend, remark } : friend,
      );
      const friend = world.friends.find((one) => one.userID === userID);
      if (friend) emit.contacts({ type: "im.friendChanged", friend });
    },
    "im.block": ({ userID }) => {
      const person = known(userID);
      world.blacks = [...world.blacks, person];
      emit.contacts({ type: "im.blackChanged", person });
    },
    "im.unblock": ({ userID }) => {
      world.blacks = world.blacks.filter((black) => black.userID !== userID);
      emit.contacts({ type: "im.blackRemoved", userID });
    },
    "im.unfriend": ({ userID }) => {
      const { nickname, faceURL } = known(userID);
      world.strangers = [...world.strangers, { userID, nickname, faceURL }];
      world.friends = world.friends.filter((friend) => friend.userID !== userID);
      emit.contacts({ type: "im.friendRemoved", userID });
    },
    "im.joinGroup": ({ groupID }) => {
      if (world.groups.find((group) => group.groupID === groupID)?.status !== 2) return;
      emit.groups({ type: "im.groupDismissed", groupID });
      throw new Failure("groupDismissed");
    },
  };
}
