import { describePaths } from "./describe.ts";
import { scannerModel } from "./models/scanner.ts";

describePaths(scannerModel);
