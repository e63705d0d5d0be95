import { randomUUID } from "node:crypto";
import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import {
  ErrCode,
  HandleResult,
  joinedByInvitation,
  Notification,
  Verification,
} from "../protocol/constants.ts";
import type { GroupApplication, GroupRequest, GroupRequests } from "./group-requests.ts";
import { argsError, type GroupRights, isManager, notFound } from "./group-rights.ts";
import type { GroupRoster } from "./group-roster.ts";
import type { GroupTips } from "./group-tips.ts";
import { type Groups, withoutAnnouncement } from "./groups.ts";
import type { GroupAct, Membership } from "./membership.ts";
import type { Notify } from "./notifications.ts";
import type { Users } from "./users.ts";

/** joinSource of somebody who walked into an open group, as the real server stores it. */
const joinedDirectly = 0;

/** A manager's answer to a request. */
export interface GroupReply {
  groupID: string;
  /** Who asked, or was invited. */
  from: string;
  by: string;
  handleResult: typeof HandleResult.accepted | typeof HandleResult.refused;
  handleMsg: string;
}

export type GroupApplications = ReturnType<typeof createGroupApplications>;

/**
 * Coming into a group: invited, let in, or through an open door (openim-real sections 4.1 and 4.4). A request is
 * told to the managers and to who makes it (1503), its answer to the managers and the applicant (1505, 1506).
 */
export function createGroupApplications(deps: {
  db: Database;
  now: () => number;
  users: Users;
  groups: Groups;
  groupRequests: GroupRequests;
  rights: GroupRights;
  roster: GroupRoster;
  groupTips: GroupTips;
  membership: Membership;
  notify: Notify;
}) {
  const { db, now, users, groups, groupRequests, rights, roster, groupTips } = deps;

  const managersOf = (groupID: string) =>
    groups
      .members(groupID, groups.memberIDs(groupID))
      .filter(isManager)
      .map((manager) => manager.userID);

  /** The request as tips hold it: they name the group beside it. */
  const inTip = (request: GroupRequest | undefined) => ({ ...request, groupInfo: null });

  /** Opens a request and tells the managers of it and who makes it: the applicant, or who invites him. */
  function request(application: GroupApplication, by: string): void {
    const { groupID, userID } = application;
    groupRequests.open(application);
    const { nickname, faceURL, ex } = users.get(by);
    const detail = {
      // Who asks is not in the group yet.
      group: withoutAnnouncement(groups.get(groupID)),
      applicant: { userID: by, nickname, faceURL, ex },
      reqMsg: application.reqMsg,
      uuid: randomUUID(),
      request: inTip(groupRequests.find(groupID, userID)),
    };
    const contentType = Notification.groupJoinRequested;
    for (const to of new Set([...managersOf(groupID), by])) {
      deps.notify({ contentType, from: by, to: { userID: to }, detail });
    }
  }

  /** Who has come in by himself (1510); the sender is who opened the door. */
  function tellEntered(groupID: string, userID: string, from: string): void {
    groupTips.tell({
      contentType: Notification.groupMemberEntered,
      groupID,
      from,
      chatCopy: true,
      detail: { entrantUser: groups.member(groupID, userID), operationTime: now() },
    });
  }

  /**
   * Takes people in; where everybody needs a manager's word, an ordinary member's invitation is a request only.
   * @throws ApiError 1004 when there is no such group or person, 1204 for a dismissed group, 1002 for an
   *   outsider, 1001 for somebody who is a member, 1302 for somebody who blocks the inviter
   */
  function invite(act: GroupAct, invited: readonly string[]): void {
    const { groupID, by } = act;
    const group = rights.living(groupID);
    if (users.getMany(invited).length < invited.length) throw notFound("user not found");
    const inviter = rights.member(groupID, by);
    const [present] = groups.members(groupID, invited);
    if (present !== undefined) throw argsError(`${present.userID} is a member already`);
    rights.mayTakeIn(by, invited);
    if (group.needVerification !== Verification.all || isManager(inviter)) {
      deps.membership.takeIn(act, invited);
      return;
    }
    const how = { reqMsg: "", ex: "", joinSource: joinedByInvitation, inviterUserID: by };
    for (const userID of invited) request({ groupID, userID, ...how, reqTime: now() }, by);
  }

  /**
   * Asks to join, or joins a group that is open to everybody.
   * @throws ApiError 1004 when there is no such group, 1204 for a dismissed one, 1001 for a member
   */
  function join(application: Omit<GroupApplication, "reqTime" | "inviterUserID">): void {
    const { groupID, userID } = application;
    const group = rights.living(groupID);
    if (groups.member(groupID, userID) !== undefined) throw argsError("already a member");
    if (group.needVerification !== Verification.none) {
      request({ ...application, inviterUserID: "", reqTime: now() }, userID);
      return;
    }
    const joining = { joinSource: joinedDirectly, inviterUserID: userID, operatorUserID: userID };
    roster.enter(groupID, [userID], { ...joining, at: now() });
    tellEntered(groupID, userID, userID);
  }

  function letIn({ groupID, from, by }: GroupReply, { joinSource, inviterUserID }: GroupRequest): void {
    if (groups.member(groupID, from) !== undefined) return;
    if (inviterUserID !== "") {
      deps.membership.takeIn({ groupID, by, chatCopy: true }, [from], inviterUserID);
      return;
    }
    roster.enter(groupID, [from], { joinSource, inviterUserID, operatorUserID: by, at: now() });
    tellEntered(groupID, from, by);
  }

  /**
   * @throws ApiError 1004 for an outsider or when there is no such request, 1002 for an ordinary member, 1206
   *   when it was answered
   */
  function answer(reply: GroupReply): void {
    const { groupID, from, by, handleResult, handleMsg } = reply;
    const opUser = rights.knownManager(groupID, by);
    const asked = groupRequests.find(groupID, from);
    if (asked === undefined) throw notFound("no such request");
    if (asked.handleResult !== HandleResult.open) {
      throw new ApiError(
        ErrCode.groupRequestHandled,
        "GroupRequestHandled",
        "group request already processed",
      );
    }
    groupRequests.close(groupID, from, { handleResult, handleMsg, handleUserID: by, handleTime: now() });
    const accepted = handleResult === HandleResult.accepted;
    const detail = {
      // Who asks is not in the group yet.
      group: withoutAnnouncement(groups.get(groupID)),
      opUser,
      handleMsg,
      uuid: randomUUID(),
      request: inTip(groupRequests.find(groupID, from)),
    };
    for (const to of new Set([...managersOf(groupID), from])) {
      deps.notify({
        contentType: accepted ? Notification.groupJoinAccepted : Notification.groupJoinRefused,
        from: by,
        to: { userID: to },
        detail: { ...detail, receiverAs: Number(to !== from) },
      });
    }
    if (accepted) letIn(reply, asked);
  }

  return {
    invite: db.transaction(invite),
    join: db.transaction(join),
    answer: db.transaction(answer),
  };
}
