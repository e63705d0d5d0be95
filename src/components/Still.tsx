import { type ComponentProps, type ReactNode, useState } from "react";
import { useSrc } from "./sources.tsx";

export interface StillProps extends Pick<ComponentProps<"img">, "className" | "decoding" | "loading"> {
  /** See `RemotePicture`. */
  "data-media"?: string;
  /** A URL from a message or profile; "" for none. */
  url: string;
  /** Shown if there is no URL, if the picture is broken, or if it is on a foreign server. */
  fallback?: ReactNode;
}

/** A decorative picture. It sends no request to a foreign server. */
export function Still({ url, fallback = null, decoding = "async", ...looks }: StillProps) {
  const src = useSrc(url);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src === null || src === brokenSrc) return fallback;
  return (
    <img
      src={src}
      alt=""
      decoding={decoding}
      draggable={false}
      onError={() => setBrokenSrc(src)}
      {...looks}
    />
  );
}
