import { prove } from "./proof.ts";

/** A user on two devices; users who sign out, reload or lose their page. */
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
