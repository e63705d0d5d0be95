import { ApiError } from "../http.ts";
import { ErrCode } from "../im/protocol/constants.ts";

const maxNameLength = 1024;
/** Control characters and lone surrogates, which no URL can hold. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

/**
 * Accepts the object names of OpenIM's SDKs: `<userID>/msg_picture_<id>.png`, `<userID>/msg_file_<id>/<file name>`.
 * Browsers resolve "." and ".." in URLs, so such names could be another user's.
 * @throws ApiError 1001 malformed, 1002 not below the user's own id
 */
export function requireOwnName(name: string, userID: string): void {
  if (name === "") throw argsError("name is empty");
  if (!name.startsWith(`${userID}/`)) {
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", `name must start with \`${userID}/\``);
  }
  if (name.length > maxNameLength) throw argsError(`name must have at most ${maxNameLength} characters`);
  if (unprintable.test(name)) throw argsError("name has characters that cannot be written");
  if (name.split("/").some((segment) => ["", ".", ".."].includes(segment))) {
    throw argsError("name is not a plain path");
  }
}

/** The URL path of an object. The name is not encoded, as on a real server: clients escape "50%?#.txt". */
export const addressOf = (name: string) => `/object/${name}`;

/** The percent-decoded text; undefined when invalid. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const fileNameOf = (name: string) => name.slice(name.lastIndexOf("/") + 1);

/** RFC 6266. Fully encoded, so that no name can end the header or the parameter. */
export function dispositionOf(kind: "inline" | "attachment", fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

function argsError(detail: string): ApiError {
  return new ApiError(ErrCode.args, "ArgsError", detail);
}
