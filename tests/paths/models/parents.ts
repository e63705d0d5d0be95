/** A placeholder for actors that a chart reports to; it ignores all events. */
import { createEmptyActor } from "xstate";

export const ignoringParent = createEmptyActor();
