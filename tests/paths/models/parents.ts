/** What traversals put in for actors a chart reports to: they hear nothing. */
import { createEmptyActor } from "xstate";

export const deafParent = createEmptyActor();
