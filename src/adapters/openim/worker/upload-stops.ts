/** REST calls of an upload. Their body has the name of the object. */
const BEGIN = "/object/initiate_multipart_upload";
const COMPLETE = "/object/complete_multipart_upload";

interface Upload {
  /** Addresses without their query, and the id of the upload: the address of each part includes one of them. */
  places: readonly string[];
  isStopped: boolean;
  /** Ends the requests that are under way. */
  aborts: Set<() => void>;
}

/** The requests of uploads, and a way to end those of one upload. */
export interface StoppableUploads {
  fetch: typeof fetch;
  /** Ends the requests of the upload under this name, also those that follow. The SDK's call then rejects. */
  stop(name: string): void;
}

/**
 * Wraps `fetch` so that an upload can be stopped: SDK 3.8.5 has no call for that and would send the whole file. This
 * module imports nothing: it is loaded with the first upload.
 */
export function watchUploads(doFetch: typeof fetch): StoppableUploads {
  /** By the last segments of the object's name, without the user. */
  const uploads = new Map<string, Upload>();
  const uploadOf = (name: string) => {
    const upload = uploads.get(name) ?? { places: [], isStopped: false, aborts: new Set() };
    uploads.set(name, upload);
    return upload;
  };

  const send = async (upload: Upload, ...[input, init]: Parameters<typeof fetch>) => {
    if (upload.isStopped) throw new TypeError("The upload was stopped");
    const controller = new AbortController();
    const abort = () => controller.abort();
    init?.signal?.addEventListener("abort", abort);
    upload.aborts.add(abort);
    try {
      return await doFetch(input, { ...init, signal: controller.signal });
    } finally {
      upload.aborts.delete(abort);
    }
  };

  return {
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      const isBegin = url.endsWith(BEGIN);
      if (isBegin || url.endsWith(COMPLETE)) {
        const name = nameIn(init?.body);
        const upload = uploadOf(name);
        const response = await send(upload, input, init);
        if (isBegin) upload.places = placesIn(await response.clone().text());
        else uploads.delete(name);
        return response;
      }
      const found = [...uploads.values()].filter(({ places }) => places.some((place) => url.includes(place)));
      // Two files with the same bytes share an upload.
      const upload = found.find(({ isStopped }) => !isStopped) ?? found[0];
      return upload ? send(upload, input, init) : doFetch(input, init);
    },
    stop(name) {
      const upload = uploadOf(name);
      upload.isStopped = true;
      for (const abort of upload.aborts) abort();
    },
  };
}

/** Returns "" if the body is not the one that is expected. */
function nameIn(body: unknown): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  const name = field(parsed(text), "name");
  return typeof name === "string" ? name.slice(name.indexOf("/") + 1) : "";
}

function placesIn(answer: string): string[] {
  const upload = field(field(parsed(answer), "data"), "upload");
  const sign = field(upload, "sign");
  const parts = field(sign, "parts");
  const urls = [sign, ...(Array.isArray(parts) ? parts : [])].map((one) => field(one, "url"));
  const addresses = urls.map((url) => (typeof url === "string" ? url.replace(/\?.*/, "") : ""));
  const id = field(upload, "uploadID");
  return [...new Set([...addresses, typeof id === "string" ? id : ""])].filter((place) => place !== "");
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
