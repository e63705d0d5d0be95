import { useEffect, useRef, useState } from "react";
import type { Size } from "./badgeGeometry.ts";
import { useViewport } from "./useViewport.ts";

/** From this width on, in CSS pixels, a window has room for the button. */
const WIDE = 900;

const SIZE: Readonly<Size> = { width: 480, height: 360 };

export interface PictureWindow {
  /** The open window; null while the pictures are in the page. */
  host: Window | null;
  /** Whether this browser has such a window, and the page is wide. */
  isOffered: boolean;
  /** Call it inside a tap handler. */
  open: () => void;
  close: () => void;
}

/**
 * A small window above other windows for the pictures of a call (Document Picture-in-Picture). It closes with the call,
 * and when the call is minimised.
 */
export function usePictureWindow(): PictureWindow {
  const { width } = useViewport();
  const [host, setHost] = useState<Window | null>(null);
  const stage = useRef<"gone" | "shown" | "opening">("gone");
  const api = pictureInPicture();

  useEffect(() => {
    stage.current = "shown";
    return () => {
      stage.current = "gone";
    };
  }, []);

  useEffect(() => () => host?.close(), [host]);

  const isGone = () => stage.current === "gone";

  const open = async () => {
    // A second window would close the first.
    if (!api || stage.current === "opening") return;
    stage.current = "opening";
    try {
      const opened = await api.requestWindow(SIZE);
      if (isGone()) return opened.close();
      takeStyles(opened.document);
      opened.addEventListener("pagehide", () => setHost(null), { once: true });
      setHost(opened);
    } finally {
      if (!isGone()) stage.current = "shown";
    }
  };

  return {
    host,
    isOffered: api !== null && width >= WIDE,
    // A refused window leaves the pictures in the page.
    open: () => void open().catch(() => {}),
    close: () => host?.close(),
  };
}

interface PictureInPicture {
  requestWindow(size: Size): Promise<Window>;
}

function pictureInPicture(): PictureInPicture | null {
  const api = "documentPictureInPicture" in window ? window.documentPictureInPicture : null;
  return isPictureInPicture(api) ? api : null;
}

function isPictureInPicture(api: unknown): api is PictureInPicture {
  return (
    typeof api === "object" &&
    api !== null &&
    "requestWindow" in api &&
    typeof api.requestWindow === "function"
  );
}

/** The window starts without styles, and with an address of its own. */
function takeStyles(target: Document): void {
  target.documentElement.lang = document.documentElement.lang;
  target.title = document.title;
  for (const sheet of document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = sheet.cloneNode(true);
    if (sheet instanceof HTMLLinkElement && copy instanceof HTMLLinkElement) copy.href = sheet.href;
    target.head.append(copy);
  }
}
