import { describePaths } from "./describe.ts";
import { outboxModel } from "./models/outbox/outbox.ts";
import { outboxPicturesModel } from "./models/outbox/outbox-pictures.ts";

describePaths(outboxModel, outboxPicturesModel);
