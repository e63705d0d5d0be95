import { prove } from "./proof.ts";

/** Requests fail, connections drop, devices are denied and signals get lost. */
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
