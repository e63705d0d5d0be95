/**
 * Runs an actor of `setup` under its own name. If it fails, the chart logs that and goes on: it needs an action
 * `reportFailure`.
 */
export function child<Name extends string>(name: Name): Child<Name> {
  return { id: name, src: name, onError: { actions: "reportFailure" } };
}

interface Child<Name extends string> {
  id: Name;
  src: Name;
  onError: { actions: "reportFailure" };
}
