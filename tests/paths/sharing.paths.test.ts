import { describePaths } from "./describe.ts";
import { sharingModel } from "./models/sharing.ts";

describePaths(sharingModel);
