/** Why some transitions are on no path. */

/** `onError` of a stream: listening to a port cannot fail, yet a house rule wants every invoke to say what if. */
export function streamsDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`* | ${id} failed`, "a port's stream does not fail"]));
}

/** `onError` of a child chart: a chart's actor fails only by a programming error. */
export function chartsDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`* | ${id} failed`, "a child chart has no failure of its own"]));
}
