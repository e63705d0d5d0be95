import { prove } from "./proof.ts";

/** Requests fail, links go down, devices are denied, and signals get lost. */
prove(
  ["faults", "losses"],
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
  ],
);
