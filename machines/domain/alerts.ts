/** What this device does when something arrives. True by default. */
export interface Alerts {
  sound: boolean;
  notifications: boolean;
  /** Whether a notification shows the text of a message. */
  previews: boolean;
}

/** Whether the browser lets this page show notifications; "missing" if it has none. */
export type AlertPermission = "default" | "granted" | "denied" | "missing";

export type PermissionEvent = { type: "permission.changed"; permission: AlertPermission };
