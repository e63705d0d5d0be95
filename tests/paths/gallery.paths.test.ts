import { describePaths } from "./describe.ts";
import { galleryModel } from "./models/gallery.ts";

describePaths(galleryModel);
