import { describePaths } from "./describe.ts";
import { burningModel } from "./models/burning.ts";

describePaths(burningModel);
