import { describePaths } from "./describe.ts";
import { composerModel } from "./models/composer/composer.ts";

describePaths(composerModel);
