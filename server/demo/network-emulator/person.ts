import type { Database } from "../../store/database.ts";
import type { PersonOf } from "./border.ts";

/**
 * Returns the user that a request names, without verification. A false name only uses that user's simulated network;
 * the server refuses it as usual.
 */
export function createPersonOf(db: Database): PersonOf {
  const uploader = db.prepare<{ userID: string }>("SELECT userID FROM object_uploads WHERE uploadID = ?");
  return ({ url = "", headers }) => {
    const [path = "", search = ""] = url.split(/\?(.*)/s);
    const query = new URLSearchParams(search);
    if (path === "/msg_gateway") return query.get("sendID") ?? undefined;
    if (/^\/(api|chat)\//.test(path))
      return typeof headers.token === "string" ? bearerOf(headers.token) : undefined;
    if (/^\/rtc(\/v1)?(\/validate)?$/.test(path)) {
      const [, bearer] = /^bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
      return identityOf(bearer ?? query.get("access_token") ?? "");
    }
    const [, uploadID] = /^\/object\/_\/uploads\/([^/]+)\//.exec(path) ?? [];
    return uploadID === undefined ? undefined : uploader.get(uploadID)?.userID;
  };
}

/** The user in one of this server's tokens, which begin with their claims. */
export function bearerOf(token: string): string | undefined {
  return textIn(token.split(".")[0], "userID");
}

/** The user in a LiveKit token, whose claims are the middle part. */
function identityOf(token: string): string | undefined {
  return textIn(token.split(".")[1], "sub");
}

function textIn(claims: string | undefined, key: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(claims ?? "", "base64url").toString("utf8"));
    const fields = new Map(Object.entries(typeof read === "object" && read !== null ? read : {}));
    const value: unknown = fields.get(key);
    return typeof value === "string" && value !== "" ? value : undefined;
  } catch {
    return undefined;
  }
}
