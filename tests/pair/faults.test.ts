import { ALWAYS, prove } from "./proof.ts";

/** Requests fail, connections drop, devices are denied and signals get lost. */
prove(["faults", "losses"], [...ALWAYS, "lateAccept"]);
