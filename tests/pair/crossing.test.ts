import { prove } from "./proof.ts";

/** Two users call each other at the same moment; and two who act slowly. */
prove(
  ["calm", "crossing"],
  [
    "free",
    "held",
    "quiet",
    "records",
    "chats",
    "patience",
    "reasons",
    "alone",
    "glare",
    "parting",
    "replacement",
    "calledOff",
  ],
);
