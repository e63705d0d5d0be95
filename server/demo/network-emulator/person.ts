import type { Database } from "../../store/database.ts";
import type { PersonOf } from "./border.ts";

/**
 * Tells whose request it is by what it carries, without asking whether that is true: who names somebody else comes
 * through that person's cable, and is refused behind it as ever.
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

/** Whom one of our own tokens names: it begins with its claims. */
export function bearerOf(token: string): string | undefined {
  return textIn(token.split(".")[0], "userID");
}

/** Whom a LiveKit token names: its claims stand in the middle. */
function identityOf(token: string): string | undefined {
  return textIn(token.split(".")[1], "sub");
}

/** A text in base64url JSON. */
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
