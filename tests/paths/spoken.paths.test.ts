import { describePaths } from "./describe.ts";
import { waitingRecordingsModel } from "./models/inbox/waiting-recordings.ts";

describePaths(waitingRecordingsModel);
