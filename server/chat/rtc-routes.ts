import * as v from "valibot";
import type { ApiRoutes } from "../http.ts";
import type { Media } from "../rtc/index.ts";
import type { Database } from "../store/database.ts";
import type { Accounts } from "./accounts.ts";
import { refusals } from "./errors.ts";
import { createMediaRooms, type MediaRoom } from "./media-rooms.ts";
import type { ChatSessions } from "./sessions.ts";
import { parseBody, requiredText } from "./validation.ts";

const room = requiredText(128);
const identity = requiredText(64);
const getToken = v.object({ room, identity });
const aboutRoom = v.object({ room });
const moderation = v.object({ room, identity, action: v.picklist(["mute", "remove"]) });

/** The routes below /user/rtc: access to a media room and its moderation, with a chat token or an IM token. */
export function rtcRoutes(deps: {
  /** A store with `accountTables`. */
  db: Database;
  accounts: Accounts;
  media: Media;
  sessions: ChatSessions;
  /** ms since epoch. */
  now: () => number;
}): ApiRoutes {
  const { db, accounts, media, sessions, now } = deps;
  const rooms = createMediaRooms(db, now);

  /** @throws ApiError 1004 for an unknown room, 1002 for a user without a token for it */
  const roomOf = (name: string, userID: string): MediaRoom => {
    const found = rooms.find(name);
    if (found === undefined) throw refusals.notFound("there is no such room");
    if (!found.has(userID)) throw refusals.noPermission("only members may know about a room");
    return found;
  };

  return {
    /** Answers { serverUrl, token }; 1002 for another user's identity. livekit-client adds /rtc/v1 to the URL. */
    "/user/rtc/get_token": async (call) => {
      const userID = sessions.requireChatOrImUser(call);
      const { room, identity } = parseBody(getToken, call.body);
      if (identity !== userID) throw refusals.noPermission("identity must be the caller's own userID");
      const name = accounts.byIDs([userID])[0]?.nickname ?? "";
      // A room that runs but is not stored gets no creator: its real creator may be in it.
      const isUnknown = rooms.find(room) === undefined && (await media.mayRun(room));
      rooms.note(room, userID, isUnknown ? null : userID);
      const token = await media.token({ room, identity, name });
      return { serverUrl: media.url ?? call.origin.replace(/^http/, "ws"), token };
    },

    /** Answers { madeBy }: the user who asked for the first token of the room, or null. */
    "/user/rtc/room": (call) => {
      const userID = sessions.requireChatOrImUser(call);
      const { room } = parseBody(aboutRoom, call.body);
      return { madeBy: roomOf(room, userID).madeBy };
    },

    /** Mutes all sound of a member or removes a member. Only for the user who made the room. */
    "/user/rtc/moderate": async (call) => {
      const userID = sessions.requireChatOrImUser(call);
      const request = parseBody(moderation, call.body);
      if (roomOf(request.room, userID).madeBy !== userID) {
        throw refusals.noPermission("only the user who made the room may do this");
      }
      const outcome = await media.moderate(request);
      if (outcome === "notFound") throw refusals.notFound("this user is not in the room");
      if (outcome === "unreachable") throw refusals.mediaUnreachable();
    },
  };
}
