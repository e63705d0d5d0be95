import { describePaths } from "./describe.ts";
import { appModel } from "./models/app/app.ts";

describePaths(appModel);
