import { describePaths } from "./describe.ts";
import { clipboardModel } from "./models/clipboard.ts";

describePaths(clipboardModel);
