import type { Alerts } from "../../machines/domain/alerts.ts";
import type { Language } from "../../machines/domain/language.ts";
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";

export interface Preferences {
  language: () => Language;
  alerts: () => Alerts;
}

/** The ports and settings for the charts before sign-in. */
export interface FirstOutside extends Preferences {
  ports: FirstPorts;
}

export interface Outside extends Preferences {
  ports: Ports;
}
