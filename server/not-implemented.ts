import { ApiError, type ApiHandler } from "./http.ts";
import { warn } from "./log.ts";

/** Unknown paths are remembered, to log each once, up to this many. */
const maxLoggedPaths = 200;
const maxPathLength = 200;

/**
 * Refuses a path without a route by its name, so that nothing seems done that was not. 404 is the real
 * servers' HTTP status here; as a code it is nobody else's, while 1004 means "not synchronised yet" to the SDK.
 */
export function refuseUnbuilt(mount: string): ApiHandler {
  const logged = new Set<string>();
  return ({ path }) => {
    const name = mount + path.slice(0, maxPathLength);
    if (!logged.has(name) && logged.size < maxLoggedPaths) {
      logged.add(name);
      warn(`no endpoint ${JSON.stringify(name).slice(1, -1)}`);
    }
    throw new ApiError(404, `there is no ${name} here`);
  };
}
