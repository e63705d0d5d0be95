import * as v from "valibot";
import { ApiError, type ApiRoutes } from "../http.ts";
import type { Endpoint } from "../im/api/endpoint.ts";
import { ErrCode } from "../im/protocol/constants.ts";
import type { Addresses } from "./addresses.ts";
import { partCountOf, partLimit, partSizeOf } from "./limits.ts";
import { addressOf, fileNameOf, requireOwnName } from "./names.ts";
import type { Objects } from "./objects.ts";
import type { Upload, Uploads } from "./uploads.ts";

const md5 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{32}$/i, "must be an md5 in hexadecimal"),
  v.transform((text) => text.toLowerCase()),
);
const name = v.string();
const uploadID = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));
const partNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(partLimit.maxNumSize));
const someParts = v.pipe(v.array(partNumber), v.minLength(1), v.maxLength(partLimit.maxNumSize));

/** /object endpoints (openim-real section 6). URLs in answers become absolute by the request's origin. */
export function objectRoutes(deps: {
  endpoint: Endpoint;
  objects: Objects;
  uploads: Uploads;
  addresses: Addresses;
  maxFileBytes: number;
}): ApiRoutes {
  const { endpoint, objects, uploads, addresses, maxFileBytes } = deps;
  const size = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxFileBytes));

  /** Every part has its own complete URL, so that a PUT has no header that needs a CORS preflight. */
  const signed = ({ uploadID }: Upload, partNumbers: readonly number[]) => ({
    url: "",
    query: null,
    header: null,
    parts: partNumbers.map((number) => ({
      partNumber: number,
      url: addresses.part(uploadID, number),
      query: null,
      header: null,
    })),
  });

  return {
    "/object/part_limit": endpoint(v.unknown(), () => partLimit),

    "/object/part_size": endpoint(v.object({ size }), (body) => ({ size: partSizeOf(body.size) })),

    /**
     * A file the user has uploaded before gets the new name at once. A hash from another user is no proof: a user who
     * knows only the hash would get the file, or learn that it exists. The server sets `partSize`.
     */
    "/object/initiate_multipart_upload": endpoint(
      v.object({ hash: md5, size, name, maxParts: v.nullish(v.pipe(v.number(), v.integer()), 0) }),
      ({ hash, size, name, maxParts }, me) => {
        requireOwnName(name, me.userID);
        const own = objects.findOwn(me.userID, hash, size);
        if (own !== undefined) return { url: addressOf(objects.name(name, own.contentID)), upload: null };
        const upload = uploads.begin(me.userID, hash, size);
        const count = partCountOf(size, upload.partSize);
        const signedCount = maxParts > 0 ? Math.min(maxParts, count) : count;
        const { partSize, expireTime } = upload;
        const sign = signed(
          upload,
          Array.from({ length: signedCount }, (_, i) => i + 1),
        );
        return { url: "", upload: { uploadID: upload.uploadID, partSize, sign, expireTime } };
      },
    ),

    "/object/auth_sign": endpoint(v.object({ uploadID, partNumbers: someParts }), (body, me) => {
      const upload = uploads.requireOwn(body.uploadID, me.userID);
      const count = partCountOf(upload.size, upload.partSize);
      if (body.partNumbers.some((number) => number > count)) {
        throw new ApiError(ErrCode.args, "ArgsError", `partNumbers must be at most ${count}`);
      }
      return signed(upload, body.partNumbers);
    }),

    "/object/complete_multipart_upload": endpoint(
      v.object({ uploadID, parts: v.pipe(v.array(md5), v.maxLength(partLimit.maxNumSize)), name }),
      ({ uploadID, parts, name }, me) => {
        requireOwnName(name, me.userID);
        return { url: addressOf(uploads.complete(me.userID, uploadID, parts, name)) };
      },
    ),

    /**
     * Anyone who knows a name may read the content. `query` would request a thumbnail, which this server does not
     * have.
     */
    "/object/access_url": endpoint(v.object({ name }), ({ name }) => {
      const found = objects.findNamed(name);
      if (found === undefined) {
        throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "object not found");
      }
      return addresses.file(found.contentID, fileNameOf(name));
    }),
  };
}
