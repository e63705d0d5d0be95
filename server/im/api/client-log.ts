import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { absolute, relative } from "../../objects/object-urls.ts";
import type { Administration } from "../domain/administration.ts";
import type { ClientLogs } from "../domain/client-logs.ts";
import { createAdminEndpoint } from "./auth.ts";
import { distinctIDs, type Endpoint, id, note, pagination, seq } from "./endpoint.ts";

const upload = v.object({
  platform: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  appFramework: v.nullish(id, ""),
  version: v.nullish(id, ""),
  ex: note,
  // sdk-core uploads all its logs as one file.
  fileURLs: v.pipe(
    v.array(
      v.object({
        filename: v.pipe(v.string(), v.maxLength(1024)),
        URL: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)),
      }),
    ),
    v.maxLength(10),
  ),
});
const search = v.object({ keyword: v.nullish(id, ""), startTime: seq, endTime: seq, pagination });

/** /third/logs endpoints: users report logs, the administrator reads them. */
export function clientLogRoutes(deps: {
  endpoint: Endpoint;
  administration: Administration;
  clientLogs: ClientLogs;
}): ApiRoutes {
  const { clientLogs } = deps;
  const forAdmin = createAdminEndpoint(deps.administration);

  return {
    "/third/logs/upload": deps.endpoint(upload, ({ fileURLs, ...log }, me, { origin }) =>
      clientLogs.add(
        me.userID,
        fileURLs.map(({ filename, URL }) => ({ ...log, fileName: filename, url: relative(URL, origin) })),
      ),
    ),
    "/third/logs/search": forAdmin(
      search,
      ({ keyword, startTime, endTime, pagination: { limit, offset } }, { origin }) => {
        const end = startTime === 0 && endTime === 0 ? Number.MAX_SAFE_INTEGER : endTime;
        const { logsInfos, total } = clientLogs.search(keyword, startTime, end, limit, offset);
        return { logsInfos: logsInfos.map((log) => ({ ...log, url: absolute(log.url, origin) })), total };
      },
    ),
    "/third/logs/delete": forAdmin(v.object({ logIDs: distinctIDs }), ({ logIDs }) =>
      clientLogs.remove(logIDs),
    ),
  };
}
