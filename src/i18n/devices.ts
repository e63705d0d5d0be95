/** Texts about the devices of a call; loaded with the hints of a call. */
import { devices as devicesEn } from "./en/devices.ts";
import { addTexts } from "./text.ts";
import { devices as devicesZh } from "./zh/devices.ts";

export const devices = { en: devicesEn, zh: devicesZh };

addTexts(devices);
