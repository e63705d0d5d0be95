import { describePaths } from "./describe.ts";
import { noticesModel } from "./models/app/toasts.ts";

describePaths(noticesModel);
