import { describePaths } from "./describe.ts";
import { sharingModel } from "./models/composer/share-confirmation.ts";

describePaths(sharingModel);
