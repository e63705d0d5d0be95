import { randomInt } from "node:crypto";
import type { Database, SqlValue } from "../store/database.ts";
import { refusals } from "./errors.ts";
import type { Identity } from "./identity.ts";

/** A row of `accounts`. A missing identity is null. */
export interface Account {
  userID: string;
  areaCode: string | null;
  phoneNumber: string | null;
  email: string | null;
  account: string | null;
  passwordHash: string;
  nickname: string;
  faceURL: string;
  gender: number;
  level: number;
  birth: number;
  allowAddFriend: number;
  allowBeep: number;
  allowVibration: number;
  globalRecvMsgOpt: number;
  registerType: number;
}

export interface NewAccount {
  userID?: string;
  identities: Identity[];
  passwordHash: string;
  nickname: string;
  faceURL: string;
  gender: number;
  birth: number;
}

export type ProfileChanges = { account?: string } & Partial<
  Pick<
    Account,
    | "nickname"
    | "faceURL"
    | "gender"
    | "birth"
    | "allowAddFriend"
    | "allowBeep"
    | "allowVibration"
    | "globalRecvMsgOpt"
  >
>;

export interface SearchQuery {
  keyword: string;
  genders: number[];
  /** From 1. */
  pageNumber: number;
  showNumber: number;
}

export interface Accounts {
  byIdentity(identity: Identity): Account | undefined;
  /** The existing accounts among the ids, each once, in the given order. */
  byIDs(userIDs: string[]): Account[];
  /** Throws 20003, 20004 or 20014 when the identity belongs to a user other than `owner`. */
  refuseTaken(identity: Identity, owner?: string): void;
  /** Stores an account and returns its userID. Throws like {@link Accounts.refuseTaken}. */
  insert(account: NewAccount): string;
  setPasswordHash(userID: string, passwordHash: string): void;
  update(userID: string, changes: ProfileChanges): void;
  /**
   * Finds an exact userID, phone number, email address or account name, or part of a nickname. An empty keyword finds
   * no user.
   */
  search(query: SearchQuery): { total: number; accounts: Account[] };
}

/** allowAddFriend of a user who accepts no friend requests. */
const nobodyMayAsk = 2;

/** Returns whether a user accepts friend requests; true without an account. */
export function createAskPolicy(db: Database): (userID: string) => boolean {
  const select = db.prepare<Pick<Account, "allowAddFriend">>(
    "SELECT allowAddFriend FROM accounts WHERE userID = ?",
  );
  return (userID) => select.get(userID)?.allowAddFriend !== nobodyMayAsk;
}

export function createAccounts(deps: { db: Database; now: () => number }): Accounts {
  const { db, now } = deps;

  const byIdentity = (identity: Identity): Account | undefined => {
    switch (identity.kind) {
      case "phone":
        return db
          .prepare<Account>("SELECT * FROM accounts WHERE areaCode = ? AND phoneNumber = ?")
          .get(identity.areaCode, identity.phoneNumber);
      case "email":
        return db.prepare<Account>("SELECT * FROM accounts WHERE email = ?").get(identity.email);
      case "account":
        return db.prepare<Account>("SELECT * FROM accounts WHERE account = ?").get(identity.account);
    }
  };
  const byID = (userID: string) => db.prepare<Account>("SELECT * FROM accounts WHERE userID = ?").get(userID);

  const refuseTaken = (identity: Identity, owner?: string) => {
    const holder = byIdentity(identity);
    if (holder === undefined || holder.userID === owner) return;
    const refusal = {
      phone: refusals.phoneTaken,
      email: refusals.emailTaken,
      account: refusals.accountTaken,
    };
    throw refusal[identity.kind]();
  };
  const freshUserID = (): string => {
    const userID = String(randomInt(1_000_000_000, 10_000_000_000));
    return byID(userID) === undefined ? userID : freshUserID();
  };

  return {
    byIdentity,
    byIDs: (userIDs) => [...new Set(userIDs)].map(byID).filter((account) => account !== undefined),
    refuseTaken,
    insert: (account) => {
      for (const identity of account.identities) refuseTaken(identity);
      const userID = account.userID ?? freshUserID();
      const [first] = account.identities;
      insertRow(db, "accounts", {
        userID,
        ...Object.assign({}, ...account.identities.map(identityColumns)),
        passwordHash: account.passwordHash,
        nickname: account.nickname,
        searchName: searchForm(account.nickname),
        faceURL: account.faceURL,
        gender: account.gender,
        birth: account.birth,
        registerType: first?.kind === "email" ? 2 : 1,
        createTime: now(),
      });
      return userID;
    },
    setPasswordHash: (userID, passwordHash) => {
      db.prepare("UPDATE accounts SET passwordHash = ? WHERE userID = ?").run(passwordHash, userID);
    },
    update: (userID, changes) => {
      const columns: Record<string, SqlValue> = { ...changes };
      if (changes.nickname !== undefined) columns.searchName = searchForm(changes.nickname);
      const names = Object.keys(columns);
      if (names.length === 0) return;
      const assignments = names.map((name) => `${name} = ?`).join(", ");
      db.prepare(`UPDATE accounts SET ${assignments} WHERE userID = ?`).run(
        ...Object.values(columns),
        userID,
      );
    },
    search: (query) => search(db, query),
  };
}

/** Nicknames are compared without case and width, in every script. */
function searchForm(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function identityColumns(identity: Identity): Record<string, SqlValue> {
  const { kind: _, ...columns } = identity;
  return columns;
}

// Table and column names come from this file only; values are always bound.
function insertRow(db: Database, table: string, row: Record<string, SqlValue>): void {
  const names = Object.keys(row);
  const places = names.map(() => "?").join(", ");
  db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`).run(...Object.values(row));
}

function search(db: Database, query: SearchQuery): { total: number; accounts: Account[] } {
  const keyword = query.keyword.trim();
  if (keyword === "") return { total: 0, accounts: [] };
  const exact = `(userID = ?1 OR phoneNumber = ?2 OR areaCode || phoneNumber = ?2 OR email = ?3 OR account = ?1)`;
  const chosen = `(${exact} OR instr(searchName, ?3) > 0) AND (?4 = '' OR instr(?4, gender) > 0)`;
  const parameters = [
    keyword,
    // Users type phone numbers with spaces and hyphens.
    keyword.replace(/[\s-]/g, ""),
    searchForm(keyword),
    query.genders.join(","),
  ];
  const counted = db
    .prepare<{ total: number }>(`SELECT count(*) AS total FROM accounts WHERE ${chosen}`)
    .get(...parameters);
  const accounts = db
    .prepare<Account>(
      `SELECT * FROM accounts WHERE ${chosen} ORDER BY ${exact} DESC, searchName, userID LIMIT ?5 OFFSET ?6`,
    )
    .all(...parameters, query.showNumber, (query.pageNumber - 1) * query.showNumber);
  return { total: counted?.total ?? 0, accounts };
}
