import { describePaths } from "./describe.ts";
import { toastsModel } from "./models/app/toasts.ts";

describePaths(toastsModel);
