/** Accounts on the chat server, and where credentials are kept. */

import type { Profile } from "../domain/people.ts";
import type { CredentialEvent } from "../domain/platform-events.ts";
import type { BaseInfo, PersonDetails } from "../domain/relationship.ts";
import type { Secret } from "../domain/secret.ts";
import type { OwnDetails, ProfileChange } from "../people/own-profile.ts";
import type { Stream } from "./stream.ts";

/** The one identifier in use (5-17). `areaCode` with its plus, e.g. "+86". */
export type Identifier =
  | { kind: "phone"; areaCode: string; phoneNumber: string }
  | { kind: "email"; email: string };

export type Proof = { kind: "password"; password: Secret } | { kind: "code"; code: Secret };

/** Somebody of the embedded backend's demo, whom anybody may be; the password is no secret of theirs, and handled as one. */
export interface DemoPerson {
  nickname: string;
  faceURL: string;
  areaCode: string;
  phoneNumber: string;
  password: Secret;
}

/** What the chat server is told of oneself. */
export type AccountChange =
  | Exclude<ProfileChange, { kind: "quiet" } | { kind: "picture" }>
  /** Where the picture lies. */
  | { kind: "faceURL"; faceURL: string };

/** Accounts on the OpenIM chat server (protocol section 7). Tokens stay inside the adapter. */
export interface AccountPort {
  /** Signs in and keeps the credentials (3-30). */
  signIn(input: { identifier: Identifier; proof: Proof }): Promise<void>;
  /** Asks for a six-digit code to sign in with. */
  sendCode(input: { identifier: Identifier }): Promise<void>;
  /** Whom one may sign in as by a single tap (11-02): nobody, but where the embedded backend offers its demo people. */
  loadDemoPeople(): Promise<readonly DemoPerson[]>;
  /** The chat server's half of the profile; empty strings are left out (3-02). */
  loadDetails(input: { userID: string }): Promise<Partial<Profile>>;
  /** Everybody whose id, phone number or email is `keyword`, or whose name holds it; the first 20 of them (7-08). */
  searchUsers(input: { keyword: string }): Promise<BaseInfo[]>;
  /** What the chat server says of anybody (7-07); null when it knows nobody of that id. */
  loadPersonDetails(input: { userID: string }): Promise<PersonDetails | null>;
  /** What the chat server has of oneself. */
  loadOwnDetails(input: { userID: string }): Promise<OwnDetails>;
  /** Changes what the chat server has of oneself; the server of messages hears of name and picture from it (7-06). */
  updateProfile(input: { userID: string; change: AccountChange }): Promise<void>;
  /** Replaces the password, if the current one is right; every token of the account ends with that. */
  changePassword(input: { userID: string; current: Secret; password: Secret }): Promise<void>;
}

/** Where credentials are kept between visits. */
export interface CredentialsPort {
  /** The stored user id when a complete set of credentials is there, else null (3-31). */
  read(): Promise<{ userID: string } | null>;
  forget(): Promise<void>;
  events: Stream<CredentialEvent>;
}
