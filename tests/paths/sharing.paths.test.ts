import { describePaths } from "./describe.ts";
import { shareConfirmationModel } from "./models/composer/share-confirmation.ts";

describePaths(shareConfirmationModel);
