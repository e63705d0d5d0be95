import { prove } from "./proof.ts";

/** One person on two devices; people who sign out, reload or lose their page. */
prove(
  ["devices", "leaving"],
  [
    "free",
    "held",
    "quiet",
    "records",
    "chats",
    "patience",
    "reasons",
    "alone",
    "replacement",
    "calledOff",
    "lateAccept",
    "elsewhere",
  ],
);
