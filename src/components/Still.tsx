import { type ComponentProps, type ReactNode, useState } from "react";
import { useSrc } from "./sources.tsx";

export interface StillProps extends Pick<ComponentProps<"img">, "className" | "decoding" | "loading"> {
  /** Somebody else's address, "" for none. */
  url: string;
  /** In its place where there is none, where it is broken, and where it lies with a stranger. */
  fallback?: ReactNode;
}

/** A picture as decoration. It makes no request to a stranger's server. */
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
