import { describePaths } from "./describe.ts";
import { galleryModel } from "./models/media/gallery.ts";

describePaths(galleryModel);
