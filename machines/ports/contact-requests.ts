import type { Answer, ApplicationEvent, ApplicationLists, Viewed } from "../domain/contact-request.ts";
import type { Stream } from "./stream.ts";

/** The part of `ImPort` for contact requests. */
export interface ApplicationCalls {
  /** Returns all received and sent requests that the server has (7-23 to 7-26). */
  loadApplications(): Promise<ApplicationLists>;
  answerApplication(answer: Answer): Promise<void>;
  applicationEvents: Stream<ApplicationEvent>;
}

/** The part of `StoragePort` for viewed requests. */
export interface ViewedStore {
  readViewed(input: { userID: string }): Promise<Viewed>;
  writeViewed(input: { userID: string; viewed: Viewed }): Promise<void>;
}
