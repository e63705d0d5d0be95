import { describePaths } from "./describe.ts";
import { notificationsModel } from "./models/app/notifications.ts";

describePaths(notificationsModel);
