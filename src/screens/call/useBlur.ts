import { useEffect, useState } from "react";
import type { BackgroundBlur } from "../../../machines/ports/media.ts";
import { useOutside } from "../../shell/outside.tsx";

/** The browser's background blur of the camera that is on. */
export function useBlur(): BackgroundBlur & { toggle: () => void } {
  const { watchBlur, setBlur } = useOutside();
  const [known, setKnown] = useState<BackgroundBlur>({ isOffered: false, isOn: false });
  useEffect(() => watchBlur(setKnown), [watchBlur]);
  return { ...known, toggle: () => setBlur(!known.isOn) };
}
