import { describePaths } from "./describe.ts";
import { cameraModel, microphoneModel } from "./models/device.ts";

describePaths(cameraModel, microphoneModel);
