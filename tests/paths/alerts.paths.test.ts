import { describePaths } from "./describe.ts";
import { alertsModel } from "./models/app/notifications.ts";

describePaths(alertsModel);
