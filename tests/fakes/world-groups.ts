/** Group changes in a world, with the events that the SDK would emit. */

import type { GroupDraft, GroupOrder } from "../../machines/domain/group.ts";
import type { Group, GroupEvent, GroupMember, GroupStanding } from "../../machines/domain/people.ts";
import { aGroup, aGroupConversation, aMember, groupChatID, type World } from "./world.ts";

export function standingIn(world: World, groupID: string): GroupStanding {
  return {
    group: world.groups.find((group) => group.groupID === groupID) ?? null,
    me: world.members.find((one) => one.groupID === groupID && one.userID === world.me.userID) ?? null,
  };
}

export function changeGroup(
  world: World,
  groupID: string,
  change: GroupOrder,
  now: number,
): readonly GroupEvent[] {
  const setGroup = (changes: Partial<Group>): GroupEvent[] => {
    world.groups = world.groups.map((group) =>
      group.groupID === groupID ? { ...group, ...changes } : group,
    );
    const { group } = standingIn(world, groupID);
    return group ? [{ type: "im.groupChanged", group }] : [];
  };
  const setMember = (userID: string, changes: Partial<GroupMember>): GroupEvent[] => {
    world.members = world.members.map((one) =>
      one.groupID === groupID && one.userID === userID ? { ...one, ...changes } : one,
    );
    return [{ type: "im.memberChanged", groupID, userID }];
  };
  const drop = (userIDs: readonly string[]): GroupEvent[] => {
    world.members = world.members.filter((one) => one.groupID !== groupID || !userIDs.includes(one.userID));
    return userIDs.map((userID) => ({ type: "im.memberChanged", groupID, userID }));
  };
  const { userID: selfID } = world.me;
  switch (change.kind) {
    case "faceURL":
      return setGroup({ faceURL: change.faceURL });
    case "name":
      return setGroup({ groupName: change.name });
    case "announcement":
      return setGroup({ notification: change.text });
    case "muteAll":
      return setGroup({ status: change.muted ? 3 : 0 });
    case "lookMemberInfo":
      return setGroup({ lookMemberInfo: change.allowed ? 0 : 1 });
    case "applyMemberFriend":
      return setGroup({ applyMemberFriend: change.allowed ? 0 : 1 });
    case "verification":
      return setGroup({ needVerification: change.mode });
    case "nickname":
      return setMember(selfID, { nickname: change.nickname });
    case "mute":
      return setMember(change.userID, {
        muteEndTime: change.seconds === 0 ? 0 : now + change.seconds * 1000,
      });
    case "admin":
      return setMember(change.userID, { roleLevel: change.admin ? 60 : 20 });
    case "transfer":
      return [
        ...setMember(selfID, { roleLevel: 20 }),
        ...setMember(change.userID, { roleLevel: 100 }),
        ...setGroup({ ownerUserID: change.userID }),
      ];
    case "invite":
      world.members = [
        ...world.members,
        ...change.userIDs.map((userID) => aMember({ groupID, userID, nickname: nameOf(world, userID) })),
      ];
      return change.userIDs.map((userID) => ({ type: "im.memberChanged", groupID, userID }));
    case "remove":
      return drop(change.userIDs);
    case "quit":
      drop([selfID]);
      return [{ type: "im.groupLeft", groupID }];
    case "dismiss":
      setGroup({ status: 2 });
      drop([selfID]);
      return [{ type: "im.groupDismissed", groupID }];
  }
}

/** Creates a group with its chat and returns its id. */
export function makeGroup(world: World, { name, userIDs }: GroupDraft): string {
  const groupID = `30000000${world.groups.length}`;
  world.groups = [
    ...world.groups,
    aGroup({ groupID, groupName: name, ownerUserID: world.me.userID, memberCount: userIDs.length + 1 }),
  ];
  world.members = [
    ...world.members,
    aMember({ groupID, roleLevel: 100 }),
    ...userIDs.map((userID) => aMember({ groupID, userID, nickname: nameOf(world, userID) })),
  ];
  const conversationID = groupChatID(groupID);
  world.conversations = [
    aGroupConversation({ conversationID, groupID, showName: name, latestMsg: null }),
    ...world.conversations,
  ];
  return groupID;
}

function nameOf(world: World, userID: string): string {
  return world.friends.find((friend) => friend.userID === userID)?.nickname ?? userID;
}
