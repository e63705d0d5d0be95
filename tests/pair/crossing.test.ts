import { prove } from "./proof.ts";

/** Two call each other at the same moment; and two who take their time. */
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
