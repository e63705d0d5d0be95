import { describePaths } from "./describe.ts";
import { outboxModel } from "./models/outbox.ts";
import { outboxPicturesModel } from "./models/outbox-pictures.ts";

describePaths(outboxModel, outboxPicturesModel);
