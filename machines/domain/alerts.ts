import type { Language } from "./language.ts";

/** The notification settings of this device. True by default. */
export interface Alerts {
  sound: boolean;
  notifications: boolean;
  /** Whether a notification shows the text of a message. */
  previews: boolean;
}

/** Whether the browser lets this page show notifications; "missing" if it has none. */
export type AlertPermission = "default" | "granted" | "denied" | "missing";

export type PermissionEvent = { type: "permission.changed"; permission: AlertPermission };

/** The settings that a push depends on: those of this device, and its language. */
export interface PushSettings extends Alerts {
  language: Language;
}

/** The browser has ended or replaced the subscription to pushes. */
export type PushEvent = { type: "push.lost" };

/** The user answers a call in its notification. It rings here, or will as soon as its invitation is repeated. */
export type PushAnswer = { type: "push.answered"; roomID: string };
