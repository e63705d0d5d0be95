import { prove } from "./proof.ts";

/** Two or three who press what they see at any time, and a net that delays, reorders and doubles. */
prove(
  ["storm", "three"],
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
    "busy",
    "told",
  ],
);
