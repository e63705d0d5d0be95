import { parseUrl } from "../../../machines/domain/url.ts";
import type { MediaItem } from "../../../machines/media/shared-items.ts";

const ENDING = /\.(avif|bmp|gif|jpe?g|m4v|mov|mp4|png|webm|webp)$/i;

/** Base for relative addresses. */
const ANYWHERE = "https://localhost";

/** Named after the send time. Without an extension the browser adds one. */
export function fileNameOf({ sendTime, medium }: Pick<MediaItem, "sendTime" | "medium">): string {
  const [ending = ""] = ENDING.exec(parseUrl(medium.url, ANYWHERE)?.pathname ?? "") ?? [];
  return `Parley ${stamp(sendTime)}${ending.toLowerCase()}`;
}

function stamp(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".")}`;
}
