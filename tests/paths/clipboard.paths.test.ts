import { describePaths } from "./describe.ts";
import { clipboardModel } from "./models/app/clipboard.ts";

describePaths(clipboardModel);
