import { describePaths } from "./describe.ts";
import { outboxModel } from "./models/outbox.ts";

describePaths(outboxModel);
