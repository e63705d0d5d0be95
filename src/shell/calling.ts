import { useCallback } from "react";
import type { CallMedia } from "../../machines/domain/call.ts";
import { usePhone, useSend } from "./actors.tsx";
import { useOutside } from "./outside.tsx";

/** Whom to call, as the overlay will show them. */
export interface Callee {
  userID: string;
  nickname: string;
  faceURL: string;
}

/** Calls somebody. To be used in the handler of a tap, so that the call may be heard (10-13). */
export function useStartCall(): (callee: Callee, mediaType: CallMedia) => void {
  const send = useSend(usePhone());
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
