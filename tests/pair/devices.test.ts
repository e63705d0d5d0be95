import { ALWAYS, prove } from "./proof.ts";

/** A user on two devices; users who sign out, reload or lose their page. */
prove(["devices", "leaving"], [...ALWAYS, "lateAccept", "elsewhere"]);
