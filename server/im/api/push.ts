import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { WebPush } from "../../push/index.ts";
import type { Endpoint } from "./endpoint.ts";

/** /push endpoints, which OpenIM does not have: browsers subscribe to Web Push. */
export function pushRoutes({ endpoint, webPush }: { endpoint: Endpoint; webPush: WebPush }): ApiRoutes {
  return {
    "/push/get_key": endpoint(v.object({}), () => ({ publicKey: webPush.publicKey })),
    "/push/subscribe": endpoint(webPush.schema, (device, { userID, platformID, id: tokenID, expiresAt }) =>
      webPush.subscriptions.keep({ userID, platformID, tokenID, expiresAt }, device),
    ),
    "/push/unsubscribe": endpoint(
      v.object({ endpoint: v.pipe(v.string(), v.maxLength(1024)) }),
      ({ endpoint }, { userID }) => webPush.subscriptions.drop(userID, endpoint),
    ),
  };
}
