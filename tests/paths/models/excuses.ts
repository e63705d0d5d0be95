/** `onError` of a helper actor (the title, the bell, the address bar): the calls of its port do not throw. */
export function helpersDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`* | ${id} failed`, "the port's calls do not throw"]));
}

/** Transitions of calls of many, which the path models of single calls do not make. */
export function inUnitTests(file: string, ...transitions: readonly string[]): Record<string, string> {
  return Object.fromEntries(transitions.map((key) => [key, `tests/unit/calls/${file}.ts takes it`]));
}

/** `onError` of a child chart: the actor of a chart fails only by a programming error. */
export function chartsDoNotFail(...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ids.map((id) => [`* | ${id} failed`, "a child chart fails only by a programming error"]),
  );
}
