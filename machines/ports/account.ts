import type { Profile } from "../domain/people.ts";
import type { CredentialEvent } from "../domain/platform-events.ts";
import type { BaseInfo, PersonDetails } from "../domain/relationship.ts";
import type { Secret } from "../domain/secret.ts";
import type { OwnDetails, ProfileChange } from "../people/own-profile.ts";
import type { Stream } from "./stream.ts";

/** The identifier in use (5-17). `areaCode` includes the plus, e.g. "+86". */
export type Identifier =
  | { kind: "phone"; areaCode: string; phoneNumber: string }
  | { kind: "email"; email: string };

export type Proof = { kind: "password"; password: Secret } | { kind: "code"; code: Secret };

/**
 * A demo user of the embedded server. Every user may sign in as a demo user. The password is public, but is handled
 * like any other.
 */
export interface DemoPerson {
  nickname: string;
  faceURL: string;
  areaCode: string;
  phoneNumber: string;
  password: Secret;
}

export type AccountChange =
  | Exclude<ProfileChange, { kind: "quiet" } | { kind: "picture" }>
  | { kind: "faceURL"; faceURL: string };

/** Accounts on the OpenIM chat server (protocol section 7). Tokens stay inside the adapter. */
export interface AccountPort {
  /** Signs in and stores the credentials (3-30), unless the user no longer waits: then `signal` is aborted. */
  signIn(input: { identifier: Identifier; proof: Proof }, signal?: AbortSignal): Promise<void>;
  sendCode(input: { identifier: Identifier }): Promise<void>;
  /** Returns demo users to sign in as by a single tap (11-02); empty unless the embedded server offers them. */
  loadDemoPeople(): Promise<readonly DemoPerson[]>;
  /** Returns the chat server's half of the profile; empty strings are left out (3-02). */
  loadDetails(input: { userID: string }): Promise<Partial<Profile>>;
  /** Returns the first 20 users whose id, phone number or email is `keyword`, or whose name contains it (7-08). */
  searchUsers(input: { keyword: string }): Promise<BaseInfo[]>;
  /** Returns the chat server's data about a user (7-07); null if the id is unknown. */
  loadPersonDetails(input: { userID: string }): Promise<PersonDetails | null>;
  loadOwnDetails(input: { userID: string }): Promise<OwnDetails>;
  /** Changes the user's data on the chat server, which passes name and picture on to the IM server (7-06). */
  updateProfile(input: { userID: string; change: AccountChange }): Promise<void>;
  /** Replaces the password if `current` is right. That ends every token of the account. */
  changePassword(input: { userID: string; current: Secret; password: Secret }): Promise<void>;
}

export interface CredentialsPort {
  /** Returns the stored user id if the credentials are complete, else null (3-31). */
  read(): Promise<{ userID: string } | null>;
  /** Whether another tab has signed in after this one, also as another user. */
  isReplaced(): boolean;
  /**
   * `isRefused`: the server has ended the login of this tab. Then the credentials of a newer sign-in, in another tab,
   * stay.
   */
  forget(isRefused?: boolean): Promise<void>;
  events: Stream<CredentialEvent>;
}
