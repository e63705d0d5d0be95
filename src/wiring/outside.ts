import type { Alerts } from "../../machines/domain/alerts.ts";
import type { Language } from "../../machines/domain/language.ts";
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";

export interface Preferences {
  language: () => Language;
  alerts: () => Alerts;
}

/** The actors of the charts before sign-in: those of the first ports, and the settings. */
export interface FirstOutside extends Preferences {
  ports: FirstPorts;
}

export interface Outside extends Preferences {
  ports: Ports;
}
