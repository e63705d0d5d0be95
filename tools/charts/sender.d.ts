import type { InspectionEvent } from "xstate";

export interface InspectorOptions {
  /** The name of the app in the inspector, at most 80 characters. By default the page's host, or "app". */
  name?: string;
  /** The port of `parley-charts inspect`. By default 4973. */
  port?: number;
  /**
   * Whether a text is hidden, besides credentials, contact data and codes.
   * @param field the name of the field that has the text
   * @param within the name of the field that has the object with the text
   */
  hides?: (text: string, field: string, within: string) => boolean;
}

/**
 * Sends what the actors of an app do to `parley-charts inspect` on this machine, once it runs.
 * @returns XState's inspection observer, for the option `inspect` of `createActor`
 */
export declare function createInspector(options?: InspectorOptions): (event: InspectionEvent) => void;
