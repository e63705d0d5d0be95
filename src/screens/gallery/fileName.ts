import type { MediaItem } from "../../../machines/media/shared-items.ts";

/** What browsers know as a picture or a video. */
const ENDING = /\.(avif|bmp|gif|jpe?g|m4v|mov|mp4|png|webm|webp)$/i;

/** Addresses may lie on the page's own host. */
const ANYWHERE = "https://localhost";

/** What a picture is saved as: when it was sent, as nobody named it. Without an ending the browser adds one. */
export function fileNameOf({ sendTime, medium }: Pick<MediaItem, "sendTime" | "medium">): string {
  const { pathname } = URL.canParse(medium.url, ANYWHERE) ? new URL(medium.url, ANYWHERE) : { pathname: "" };
  const [ending = ""] = ENDING.exec(pathname) ?? [];
  return `Parley ${stamp(sendTime)}${ending.toLowerCase()}`;
}

function stamp(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".")}`;
}
