import { describePaths } from "./describe.ts";
import { noticesModel } from "./models/notices.ts";

describePaths(noticesModel);
