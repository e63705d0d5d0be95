import { describePaths } from "./describe.ts";
import { downloadsModel } from "./models/downloads.ts";

describePaths(downloadsModel);
