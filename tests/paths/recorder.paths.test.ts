import { describePaths } from "./describe.ts";
import { recorderModel } from "./models/composer/recorder.ts";

describePaths(recorderModel);
