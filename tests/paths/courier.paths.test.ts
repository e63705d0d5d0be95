import { describePaths } from "./describe.ts";
import { courierModel } from "./models/courier.ts";

describePaths(courierModel);
