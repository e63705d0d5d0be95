import { ALWAYS, prove } from "./proof.ts";

/** Two users call each other at the same moment; and two who act slowly. */
prove(["calm", "crossing"], [...ALWAYS, "glare", "parting"]);
