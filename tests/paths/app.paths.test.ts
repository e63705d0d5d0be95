import { describePaths } from "./describe.ts";
import { appModel } from "./models/app.ts";

describePaths(appModel);
