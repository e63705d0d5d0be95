/** Requests to become friends and to join groups, as the charts need them. */
import type { Answer, ApplicationEvent, ApplicationLists, Viewed } from "../domain/contact-request.ts";
import type { Stream } from "./stream.ts";

/** Part of the OpenIM SDK's port. */
export interface ApplicationCalls {
  /** All requests of all time, received and sent, as the server has them (7-23 to 7-26). */
  loadApplications(): Promise<ApplicationLists>;
  /** Accepts or declines one that was received. */
  answerApplication(answer: Answer): Promise<void>;
  applicationEvents: Stream<ApplicationEvent>;
}

/** Part of the storage's port. */
export interface ViewedStore {
  /** What somebody has looked at in earlier visits. */
  readViewed(input: { userID: string }): Promise<Viewed>;
  writeViewed(input: { userID: string; viewed: Viewed }): Promise<void>;
}
