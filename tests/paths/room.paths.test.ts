import { describePaths } from "./describe.ts";
import { roomModel } from "./models/room.ts";

describePaths(roomModel);
