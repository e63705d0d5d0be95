import { useCallback } from "react";
import type { CallMedia } from "../../machines/domain/call.ts";
import { useCallManager, useSend } from "./actors.tsx";
import { useOutside } from "./outside.tsx";

export interface Callee {
  userID: string;
  nickname: string;
  faceURL: string;
}

/**
 * Returns a function that starts a call. Call it inside a tap handler, so that the browser allows sound
 * (10-13).
 */
export function useStartCall(): (callee: Callee, mediaType: CallMedia) => void {
  const send = useSend(useCallManager());
  const { unlockSound } = useOutside();
  return useCallback(
    ({ userID, nickname, faceURL }, mediaType) => {
      unlockSound();
      send({
        type: "user.call",
        participant: { userInfo: { userID, nickname, faceURL, ex: "" } },
        mediaType,
      });
    },
    [send, unlockSound],
  );
}
