import { describePaths } from "./describe.ts";
import { playerModel } from "./models/player.ts";

describePaths(playerModel);
