import * as v from "valibot";
import type { ApiHandler, ApiRoutes } from "../../http.ts";
import { warn } from "../../log.ts";
import { conversationRoutes } from "./conversation.ts";
import { createEndpoint } from "./endpoint.ts";
import { friendRoutes } from "./friend.ts";
import { groupRoutes } from "./group.ts";
import { groupRequestRoutes } from "./group-request.ts";
import { jssdkRoutes } from "./jssdk.ts";
import { messageRoutes } from "./message.ts";
import { userRoutes } from "./user.ts";

type Part<Routes extends (deps: never) => ApiRoutes> = Omit<Parameters<Routes>[0], "endpoint">;

/** What the endpoints need of the domain. */
export type ApiDeps = Part<typeof userRoutes> &
  Part<typeof friendRoutes> &
  Part<typeof conversationRoutes> &
  Part<typeof messageRoutes> &
  Part<typeof groupRoutes> &
  Part<typeof jssdkRoutes> & {
    groupRequests: Parameters<typeof groupRequestRoutes>[0]["requests"];
    logins: Parameters<typeof createEndpoint>[0];
  };

/** Names of unknown paths are remembered, to log each once, up to this many. */
const maxLoggedPaths = 200;

/** All REST routes below /api, and the answer to every other path there. */
export function createApi(deps: ApiDeps): { routes: ApiRoutes; unknown: ApiHandler } {
  const endpoint = createEndpoint(deps.logins);
  const parts = { ...deps, endpoint };
  const logged = new Set<string>();
  return {
    routes: {
      ...userRoutes(parts),
      ...friendRoutes(parts),
      ...conversationRoutes(parts),
      ...messageRoutes(parts),
      ...groupRoutes(parts),
      ...groupRequestRoutes({ endpoint, requests: deps.groupRequests }),
      ...jssdkRoutes(parts),
    },
    // The SDK takes an empty object for "nothing there", but trips over anything that is no envelope.
    unknown: endpoint(v.unknown(), (_body, _me, { path }) => {
      if (logged.has(path) || logged.size >= maxLoggedPaths) return;
      logged.add(path);
      warn(`no endpoint /api${JSON.stringify(path).slice(1, -1)}`);
    }),
  };
}
