import { describePaths } from "./describe.ts";
import { recorderModel } from "./models/recorder.ts";

describePaths(recorderModel);
