import * as v from "valibot";
import type { ApiRoutes } from "../http.ts";
import type { Media } from "../rtc/index.ts";
import type { Accounts } from "./accounts.ts";
import { refusals } from "./errors.ts";
import type { ChatSessions } from "./sessions.ts";
import { parseBody, requiredText } from "./validation.ts";

const getToken = v.object({ room: requiredText(128), identity: requiredText(64) });

/** The route below /user/rtc: access to a media room, with a chat token or an IM token. */
export function rtcRoutes(deps: { accounts: Accounts; media: Media; sessions: ChatSessions }): ApiRoutes {
  const { accounts, media, sessions } = deps;
  return {
    /** Answers { serverUrl, token }; 1002 for another user's identity. livekit-client adds /rtc/v1 to the URL. */
    "/user/rtc/get_token": async (call) => {
      const userID = sessions.requireChatOrImUser(call);
      const { room, identity } = parseBody(getToken, call.body);
      if (identity !== userID) throw refusals.noPermission("identity must be the caller's own userID");
      const name = accounts.byIDs([userID])[0]?.nickname ?? "";
      const token = await media.token({ room, identity, name });
      return { serverUrl: media.url ?? call.origin.replace(/^http/, "ws"), token };
    },
  };
}
