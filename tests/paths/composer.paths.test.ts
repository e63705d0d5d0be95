import { describePaths } from "./describe.ts";
import { composerModel } from "./models/composer.ts";

describePaths(composerModel);
