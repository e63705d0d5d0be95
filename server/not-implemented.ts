import { ApiError, type ApiHandler } from "./http.ts";
import { warn } from "./log.ts";

const maxLoggedPaths = 200;
const maxPathLength = 200;

/**
 * Refuses a path without a route, so that no call seems to succeed. The code is 404, as the real servers' HTTP
 * status: 1004 means "not synchronised yet" to the SDK.
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
