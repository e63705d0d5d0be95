import * as v from "valibot";
import type { ApiCall, ApiRoutes } from "../http.ts";
import type { Im } from "../im/index.ts";
import { relative } from "../objects/object-urls.ts";
import type { Database } from "../store/database.ts";
import type { Account, Accounts, ProfileChanges, SearchQuery } from "./accounts.ts";
import { refusals } from "./errors.ts";
import { readAccountName } from "./identity.ts";
import type { ChatSessions } from "./sessions.ts";
import {
  birth,
  faceURL,
  gender,
  integer,
  nickname,
  optionalText,
  pagination,
  parseBody,
  text,
  userIDs,
} from "./validation.ts";
import { fullInfo, publicInfo } from "./views.ts";

const oneOrTwo = v.nullish(integer(1, 2));
const update = v.object({
  userID: optionalText(64),
  account: v.nullish(text(64)),
  phoneNumber: v.nullish(text(32)),
  areaCode: v.nullish(text(8)),
  email: v.nullish(text(254)),
  level: v.nullish(integer(0, 1_000_000)),
  nickname: v.nullish(nickname),
  faceURL: v.nullish(faceURL),
  gender: v.nullish(gender),
  birth: v.nullish(birth),
  allowAddFriend: oneOrTwo,
  allowBeep: oneOrTwo,
  allowVibration: oneOrTwo,
  globalRecvMsgOpt: v.nullish(integer(0, 2)),
});
const find = v.object({ userIDs });
const search = v.object({
  keyword: optionalText(128),
  pagination,
  genders: v.nullish(v.pipe(v.array(gender), v.maxLength(3)), []),
});

/** The profile routes below /user (protocol section 7). All need a chat token. */
export function userRoutes(deps: {
  db: Database;
  im: Im;
  accounts: Accounts;
  sessions: ChatSessions;
}): ApiRoutes {
  const { db, im, accounts, sessions } = deps;

  const applyChanges = db.transaction((userID: string, changes: ProfileChanges) => {
    accounts.update(userID, changes);
    const { nickname, faceURL, globalRecvMsgOpt } = changes;
    const imChanges = definedOnly({ nickname, faceURL, globalRecvMsgOpt });
    if (Object.keys(imChanges).length > 0) im.updateUser(userID, imChanges);
  });

  const searchFull = (call: ApiCall) => {
    const viewer = sessions.requireUser(call);
    const found = accounts.search(searchQuery(call.body));
    return { total: found.total, users: found.accounts.map((account) => fullInfo(account, viewer)) };
  };

  return {
    "/user/update": (call) => {
      const viewer = sessions.requireUser(call);
      const { userID, ...fields } = parseBody(update, call.body);
      if (userID !== "" && userID !== viewer) {
        throw refusals.noPermission("only the own profile can be changed");
      }
      const [account] = accounts.byIDs([viewer]);
      if (account === undefined) throw refusals.accountNotFound();
      const faceURL = relative(fields.faceURL, call.origin);
      const changes = readChanges(account, { ...fields, faceURL });
      if (changes.account !== undefined) {
        accounts.refuseTaken({ kind: "account", account: changes.account }, viewer);
      }
      applyChanges(viewer, changes);
    },

    "/user/find/full": (call) => {
      const viewer = sessions.requireUser(call);
      const request = parseBody(find, call.body);
      return { users: accounts.byIDs(request.userIDs).map((account) => fullInfo(account, viewer)) };
    },

    "/user/find/public": (call) => {
      sessions.requireUser(call);
      const request = parseBody(find, call.body);
      return { users: accounts.byIDs(request.userIDs).map(publicInfo) };
    },

    "/user/search/full": searchFull,
    "/friend/search": searchFull,

    "/user/search/public": (call) => {
      sessions.requireUser(call);
      const found = accounts.search(searchQuery(call.body));
      return { total: found.total, users: found.accounts.map(publicInfo) };
    },
  };
}

function searchQuery(body: unknown): SearchQuery {
  const { keyword, pagination, genders } = parseBody(search, body);
  return { keyword, genders, ...pagination };
}

/**
 * Returns the given fields a user may change. New values of phone number and email address need a code, and the user
 * cannot set the level: they get 20012. Equal and empty ones are ignored, so that a client may send a whole profile
 * back.
 */
function readChanges(account: Account, fields: Omit<v.InferOutput<typeof update>, "userID">): ProfileChanges {
  const { areaCode, phoneNumber, email, level, account: name, ...profile } = fields;
  const isFixed = (given: string | null | undefined, stored: string | null) =>
    given === null || given === undefined || given === "" || given.toLowerCase() === stored;
  const isNewAreaCode = account.areaCode !== null && !isFixed(areaCode, account.areaCode);
  if (isNewAreaCode || !isFixed(phoneNumber, account.phoneNumber)) {
    throw refusals.forbidden("the phone number cannot be changed here");
  }
  if (!isFixed(email, account.email)) throw refusals.forbidden("the email address cannot be changed here");
  if (typeof level === "number" && level !== account.level) {
    throw refusals.forbidden("the level cannot be changed");
  }
  const changes = definedOnly(profile);
  return name && name !== account.account ? { ...changes, account: readAccountName(name) } : changes;
}

function definedOnly<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const defined: { [Key in keyof Fields]?: NonNullable<Fields[Key]> } = {};
  for (const key of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[key];
    if (value !== null && value !== undefined) defined[key] = value;
  }
  return defined;
}
