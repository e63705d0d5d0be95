import { describePaths } from "./describe.ts";
import { downloadsModel } from "./models/media/downloads.ts";

describePaths(downloadsModel);
