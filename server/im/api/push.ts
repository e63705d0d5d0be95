import * as v from "valibot";
import { ApiError, type ApiRoutes } from "../../http.ts";
import { actRate, actRequest } from "../../push/grants.ts";
import type { WebPush } from "../../push/index.ts";
import { createBuckets, tooFrequent } from "../../rates.ts";
import type { PushActs } from "../domain/push-acts.ts";
import { runOperation } from "../operation.ts";
import { type Endpoint, parseBody } from "./endpoint.ts";

const maxAddresses = 10_000;

/** /push endpoints, which OpenIM does not have: browsers subscribe to Web Push, and act on what they get. */
export function pushRoutes(deps: {
  endpoint: Endpoint;
  webPush: WebPush;
  acts: PushActs;
  now: () => number;
}): ApiRoutes {
  const { endpoint, webPush } = deps;
  const acting = createBuckets(deps.now, maxAddresses);
  return {
    // A service worker has no token. The secret of the push is in the body, because addresses are logged.
    "/push/act": ({ address, body, operationID, size }) => {
      const seconds = acting.take(address, actRate);
      if (seconds > 0) throw new ApiError(tooFrequent, `too often, try again in ${seconds} s`);
      const request = parseBody(actRequest, body);
      return runOperation(operationID, () => deps.acts.act(request, size));
    },
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
