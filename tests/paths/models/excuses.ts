/** Why some transitions are on no path. */

/** `onError` of a helper the chart talks to (the title, the bell, the address bar): its port's calls do not throw. */
export function helpersDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`* | ${id} failed`, "the port's calls do not throw"]));
}

/** `onError` of a child chart: a chart's actor fails only by a programming error. */
export function chartsDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`* | ${id} failed`, "a child chart has no failure of its own"]));
}
