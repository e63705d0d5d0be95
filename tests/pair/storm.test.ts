import { ALWAYS, prove } from "./proof.ts";

/** Two or three users who press what they see at any time, on a network that delays, reorders and duplicates. */
prove(["storm", "three"], [...ALWAYS, "lateAccept", "busy", "told"]);
