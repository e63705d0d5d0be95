/** A guard or action in XState: its name, or an object or function with a name. */
export type Named = unknown;

/**
 * Returns a readable event name: "" becomes "always", "xstate.after.delay.chart.state" becomes "after delay",
 * "xstate.done.actor.id" becomes "id done".
 */
export function eventLabel(type: string): string {
  if (type === "") return "always";
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay !== undefined) return `after ${delay}`;
  const [, how, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (id !== undefined) return `${id} ${how === "done" ? "done" : "failed"}`;
  const [, state] = /^xstate\.done\.state\.(.+)$/.exec(type) ?? [];
  if (state !== undefined) return `${state.split(".").at(-1)} finished`;
  return type === "*" ? "any event" : type;
}

/** Returns a guard's name; combined guards as "not x", "x and y", "x or y". */
export function guardLabel(guard: Named): string | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === "function" && "guards" in guard && Array.isArray(guard.guards)) {
    const inner = guard.guards.map((one: unknown) => guardLabel(one) ?? "?");
    const check = "check" in guard && typeof guard.check === "function" ? guard.check.name : "";
    if (check === "checkNot") return `not ${inner.join()}`;
    return inner.join(check === "checkOr" ? " or " : " and ");
  }
  return nameOf(guard);
}

/** Returns an action's name with its parameters, if they are static: "setReason(busy)". */
export function actionLabel(action: Named): string {
  const name = nameOf(action);
  if (typeof action !== "object" || action === null || !("params" in action)) return name;
  const { params } = action;
  if (typeof params !== "object" || params === null) return name;
  return `${name}(${Object.values(params).map(valueWords).join(", ")})`;
}

function valueWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(valueWords).join(" ");
}

function nameOf(thing: Named): string {
  if (typeof thing === "string") return thing;
  if (typeof thing === "function") {
    const type = "type" in thing ? String(thing.type) : thing.name;
    return type.replace(/^xstate\./, "");
  }
  if (typeof thing === "object" && thing !== null && "type" in thing) return nameOf(thing.type);
  return String(thing);
}
