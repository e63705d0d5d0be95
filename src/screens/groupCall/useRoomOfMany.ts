import { shallowEqual, useSelector } from "@xstate/react";
import { useCallback, useMemo } from "react";
import type { GroupRoomContext } from "../../../machines/calls/group-room.ts";
import type { PersonStatus } from "../../../machines/calls/group-rules.ts";
import type { RoomMember } from "../../../machines/calls/media-room.ts";
import type { CallParticipant } from "../../../machines/domain/call.ts";
import type { Friend, Profile } from "../../../machines/domain/people.ts";
import { whoIs } from "../../../machines/people/member-directory.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type GroupCallActor,
  type MeetingActor,
  useContacts,
  useMemberDirectory,
  useSend,
  useSession,
} from "../../shell/actors.tsx";
import { useDevice, useDeviceView } from "../call/roomView.ts";
import type { GroupCallActions, GroupCallView, PersonView } from "./groupCallView.ts";

/** What group calls and meetings share: the media room, and the names of the users who are in. */

type UserInfo = CallParticipant["userInfo"];

/** A user as the call knows them; the name may be empty. */
export interface KnownUser {
  user: Pick<UserInfo, "userID" | "nickname" | "faceURL">;
  status: PersonStatus;
}

export type RoomPart = Pick<
  GroupCallView,
  "people" | "pinned" | "speakers" | "reactions" | "chat" | "unread" | "room" | "selfID" | "isHost"
>;

const NOBODY: readonly RoomMember[] = [];
const NO_FRIENDS: readonly Friend[] = [];
const NOTHING: Pick<GroupRoomContext, "hands" | "speakers" | "reactions" | "chat" | "unread" | "pinned"> = {
  hands: [],
  speakers: [],
  reactions: [],
  chat: [],
  unread: 0,
  pinned: null,
};

/** `known` must keep its identity while it does not change. `groupID` is empty for a meeting. */
export function useRoomOfMany(
  call: GroupCallActor | MeetingActor,
  known: readonly KnownUser[],
  groupID: string,
): RoomPart {
  const { t } = useText();
  const groupRoom = useGroupRoom(call);
  const room = useSelector(groupRoom, (snapshot) => snapshot?.children.mediaSession);
  const isHost = useSelector(groupRoom, (snapshot) => isHostIn(snapshot?.context));
  const { hands, speakers, reactions, chat, unread, pinned } = useSelector(
    groupRoom,
    (snapshot) => {
      const context: typeof NOTHING = snapshot?.context ?? NOTHING;
      return {
        hands: context.hands,
        speakers: context.speakers,
        reactions: context.reactions,
        chat: context.chat,
        unread: context.unread,
        pinned: context.pinned,
      };
    },
    shallowEqual,
  );
  const members = useSelector(room, (snapshot) => snapshot?.context.members ?? NOBODY);
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const profile = useSelector(useSession(), (session): Profile | null => session?.context.profile ?? null);
  const friends = useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NO_FRIENDS);
  const directory = useSelector(useMemberDirectory(), (snapshot) => snapshot?.context);
  const { isOn: microphone } = useDeviceView(useDevice({ room }, "microphone"));
  const { isOn: camera } = useDeviceView(useDevice({ room }, "camera"));
  const { isLive: screen } = useDeviceView(useDevice({ room }, "screen"));

  const nameOf = useMemo(() => {
    const remarks = new Map(friends.map((friend) => [friend.userID, friend]));
    const users = new Map(known.map(({ user }) => [user.userID, user]));
    return (userID: string) => {
      if (userID === selfID)
        return { name: t("common.you"), ownName: profile?.nickname ?? "", faceURL: profile?.faceURL ?? "" };
      const friend = remarks.get(userID);
      const user = users.get(userID);
      const person = directory && whoIs(directory, groupID, userID);
      const name =
        friend?.remark || user?.nickname || person?.name || friend?.nickname || t("common.someone");
      return {
        name,
        ownName: name,
        faceURL: user?.faceURL || person?.faceURL || friend?.faceURL || "",
      };
    };
  }, [friends, known, selfID, profile, directory, groupID, t]);

  return useMemo(() => {
    const inRoom = new Map(members.map((member) => [member.userID, member]));
    const isUp = (userID: string) => hands.some((hand) => hand.userID === userID);
    const personOf = (userID: string, status: PersonStatus): PersonView => {
      const member = inRoom.get(userID);
      return {
        userID,
        ...nameOf(userID),
        isSelf: false,
        status: member ? "joined" : status,
        microphone: member?.microphone ?? false,
        camera: member?.camera ?? false,
        screen: member?.screen ?? false,
        isSpeaking: speakers.includes(userID),
        quality: member?.quality ?? "unknown",
        hasHandUp: isUp(userID),
      };
    };
    const self: PersonView = {
      ...personOf(selfID, "joined"),
      isSelf: true,
      status: "joined",
      microphone,
      camera,
      screen,
      isSpeaking: microphone && speakers.includes(selfID),
    };
    const others = known.filter(({ user }) => user.userID !== selfID);
    const strangers = members.filter(({ userID }) => others.every(({ user }) => user.userID !== userID));
    return {
      people: [
        self,
        ...others.map(({ user, status }) => personOf(user.userID, status)),
        ...strangers.map(({ userID }) => personOf(userID, "joined")),
      ],
      pinned,
      speakers,
      reactions: reactions.map(({ id, userID, emoji }) => ({ id, name: nameOf(userID).name, emoji })),
      chat: chat.map(({ id, userID, text, at }) => ({
        id: `${userID} ${id}`,
        name: nameOf(userID).name,
        isOwn: userID === selfID,
        text,
        at,
      })),
      unread,
      room,
      selfID,
      isHost,
    };
  }, [
    members,
    hands,
    speakers,
    reactions,
    chat,
    unread,
    pinned,
    known,
    nameOf,
    selfID,
    microphone,
    camera,
    screen,
    room,
    isHost,
  ]);
}

function isHostIn(room: GroupRoomContext | undefined): boolean {
  return room !== undefined && room.hostID === room.userID;
}

function useGroupRoom(call: GroupCallActor | MeetingActor) {
  return useSelector(call, (snapshot) => snapshot.children.groupRoom);
}

type RoomActions = Pick<
  GroupCallActions,
  | "pin"
  | "toggleHand"
  | "react"
  | "say"
  | "openChat"
  | "closeChat"
  | "mute"
  | "muteAll"
  | "remove"
  | "endForAll"
>;

export function useRoomActions(call: GroupCallActor | MeetingActor): RoomActions {
  const send = useSend(useGroupRoom(call));
  // Tiles compare it.
  const pin = useCallback((userID: string | null) => send({ type: "user.pin", userID }), [send]);
  return {
    pin,
    toggleHand: () => send({ type: "user.toggleHand" }),
    react: (emoji) => send({ type: "user.react", emoji }),
    say: (text) => send({ type: "user.say", text }),
    openChat: () => send({ type: "user.openChat" }),
    closeChat: () => send({ type: "user.closeChat" }),
    mute: (userID) => send({ type: "user.mute", userID }),
    muteAll: () => send({ type: "user.muteAll" }),
    remove: (userID) => send({ type: "user.remove", userID }),
    endForAll: () => send({ type: "user.endForAll" }),
  };
}
