import { describePaths } from "./describe.ts";
import { scannerModel } from "./models/people/scanner.ts";

describePaths(scannerModel);
