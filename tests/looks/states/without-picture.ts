import type { ChartName } from "../../../machines/index.ts";

/**
 * Charts that no view reads, and what they do. Their models press nothing. What a user sees meanwhile is in the pictures
 * of other charts.
 */
export const withoutScreen = {
  callReceipts: "it marks call records as read",
  disappearingMessages: "it deletes messages after their time",
  groupNotices: "it writes the notices of group calls",
  invitationCheck: "it asks whether an invitation still stands",
  inviter: "it repeats an invitation",
  keptLink: "it opens the link that led to the sign-in",
  leftCall: "it ends a call that an earlier page left",
  memberDirectory: "it looks up the names of members",
  notifications: "it shows notifications of the system",
  outbox: "it holds the messages that are not sent yet, and each has a chart of its own",
  prefetch: "it reads messages ahead",
  profileDetails: "it reads the user's own details",
  pushSubscription: "it registers the browser for notifications",
  signalQueue: "it sends the signals of a call",
} satisfies Partial<Record<ChartName, string>>;

const READS_ON = "the model has fewer messages than a phone shows, so the chat reads the next ones at once";

/** Other states without a picture, and why. The models have the reasons of states that no path reaches. */
export const statesWithoutPicture: Readonly<Partial<Record<ChartName, Readonly<Record<string, string>>>>> = {
  session: { restoring: "the page is empty until the stored credentials are read" },
  history: { "past.idle": READS_ON, "tail.detached.loadingNewer": READS_ON },
};
