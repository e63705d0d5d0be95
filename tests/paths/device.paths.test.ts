import { describePaths } from "./describe.ts";
import { cameraModel, microphoneModel } from "./models/calls/media-device.ts";

describePaths(cameraModel, microphoneModel);
