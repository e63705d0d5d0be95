import { ApiError } from "../http.ts";
import { ErrCode } from "../im/protocol/constants.ts";

const maxNameLength = 1024;
/** Control characters, and halves of characters that no address can hold. */
const unspeakable = /[\p{Cc}\p{Cs}]/u;

/**
 * Lets pass what OpenIM's SDKs call an object: `<userID>/msg_picture_<id>.png`, `<userID>/msg_file_<id>/<file name>`.
 * A browser takes "." and ".." out of addresses, so such names would be somebody else's.
 * @throws ApiError 1001 malformed, 1002 not below the person's own id
 */
export function requireOwnName(name: string, userID: string): void {
  if (name === "") throw argsError("name is empty");
  if (!name.startsWith(`${userID}/`)) {
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", `name must start with \`${userID}/\``);
  }
  if (name.length > maxNameLength) throw argsError(`name must have at most ${maxNameLength} characters`);
  if (unspeakable.test(name)) throw argsError("name has characters that cannot be written");
  if (name.split("/").some((segment) => ["", ".", ".."].includes(segment))) {
    throw argsError("name is not a plain path");
  }
}

/** Where the object is asked for. The name stays as it is, as at a real server: clients escape "50%?#.txt". */
export const addressOf = (name: string) => `/object/${name}`;

/** What was percent-encoded; undefined for what cannot be decoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What an object is saved as: the last part of its name. */
export const fileNameOf = (name: string) => name.slice(name.lastIndexOf("/") + 1);

/** RFC 6266. Encoded throughout, so that no name can end the header or the parameter. */
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
