import { describePaths } from "./describe.ts";
import { mentioningModel } from "./models/mentioning.ts";

describePaths(mentioningModel);
