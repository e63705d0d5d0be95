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
import type { GroupTips } from "./group-tips.ts";
import { type Groups, withoutAnnouncement } from "./groups.ts";
import type { MemberConversations } from "./member-conversations.ts";
import type { GroupAct, Membership } from "./membership.ts";
import type { Notify } from "./notifications.ts";
import type { Users } from "./users.ts";

/** joinSource of a user who joined an open group, as the real server stores it. */
const joinedDirectly = 0;

/** Notifications to managers (1503) of one call: each user who is invited, times each manager. */
const maxNotified = 2000;

export interface GroupReply {
  groupID: string;
  from: string;
  by: string;
  handleResult: typeof HandleResult.accepted | typeof HandleResult.refused;
  handleMsg: string;
}

export type GroupApplications = ReturnType<typeof createGroupApplications>;

/**
 * Joining a group: by invitation, by approval, or directly (openim-real sections 4.1 and 4.4). A request notifies the
 * managers and its creator (1503), an answer the managers and the applicant (1505, 1506).
 */
export function createGroupApplications(deps: {
  db: Database;
  now: () => number;
  users: Users;
  groups: Groups;
  groupRequests: GroupRequests;
  rights: GroupRights;
  memberConversations: MemberConversations;
  groupTips: GroupTips;
  membership: Membership;
  notify: Notify;
}) {
  const { db, now, users, groups, groupRequests, rights, memberConversations, groupTips } = deps;

  const managersOf = (groupID: string) =>
    groups
      .members(groupID, groups.memberIDs(groupID))
      .filter(isManager)
      .map((manager) => manager.userID);

  const inTip = (request: GroupRequest | undefined) => ({ ...request, groupInfo: null });

  function request(application: GroupApplication, by: string): void {
    const { groupID, userID } = application;
    groupRequests.open(application);
    const { nickname, faceURL, ex } = users.get(by);
    const detail = {
      // The applicant is not a member yet.
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

  /** Notifies that a user has joined (1510). The sender is the approver or the user who joined. */
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
   * Adds users. Where all joins need approval, an ordinary member's invitation only opens a request.
   * @throws ApiError 1004 for an unknown group or user, 1204 for a dismissed group, 1002 for a non-member, 1001 for
   * an existing member and for too many notifications to managers, 1302 for a user who blocks the inviter
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
    if (invited.length * managersOf(groupID).length > maxNotified) {
      throw argsError("too many users at once for the managers of this group");
    }
    const how = { reqMsg: "", ex: "", joinSource: joinedByInvitation, inviterUserID: by };
    for (const userID of invited) request({ groupID, userID, ...how, reqTime: now() }, by);
  }

  /**
   * Requests to join, or joins an open group.
   * @throws ApiError 1004 for an unknown group, 1204 for a dismissed one, 1001 for a member
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
    memberConversations.enter(groupID, [userID], { ...joining, at: now() });
    tellEntered(groupID, userID, userID);
  }

  function letIn({ groupID, from, by }: GroupReply, { joinSource, inviterUserID }: GroupRequest): void {
    if (groups.member(groupID, from) !== undefined) return;
    if (inviterUserID !== "") {
      deps.membership.takeIn({ groupID, by, chatCopy: true }, [from], inviterUserID);
      return;
    }
    memberConversations.enter(groupID, [from], { joinSource, inviterUserID, operatorUserID: by, at: now() });
    tellEntered(groupID, from, by);
  }

  /**
   * @throws ApiError 1004 for a non-member or an unknown request, 1002 for an ordinary member, 1206 when it was
   * answered
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
      // The applicant is not a member yet.
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
