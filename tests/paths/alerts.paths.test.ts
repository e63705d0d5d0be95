import { describePaths } from "./describe.ts";
import { alertsModel } from "./models/alerts.ts";

describePaths(alertsModel);
