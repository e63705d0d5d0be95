import type { Alerts } from "../../machines/domain/alerts.ts";
import type { Language } from "../../machines/domain/language.ts";
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";

export interface Preferences {
  language: () => Language;
  alerts: () => Alerts;
}

/** What the charts before sign-in get: the ports that exist by then, and the settings. */
export interface FirstOutside extends Preferences {
  ports: FirstPorts;
}

export interface Outside extends Preferences {
  ports: Ports;
}
