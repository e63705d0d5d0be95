/** Voice messages being spoken. */

import { fromCallback } from "xstate";
import type { Ports } from "../../machines/ports/index.ts";
import { recorderMachine } from "../../machines/recorder.ts";
import { asking, listening } from "./filling.ts";

/** Speaking a voice message, joined with the ports. */
export function recorderChart({ platform, player, recorder, storage }: Ports) {
  return recorderMachine.provide({
    actors: {
      pageEvents: listening(platform.pageEvents),
      microphone: fromCallback(({ sendBack, receive }) => {
        player.interrupt();
        const recording = recorder.record(sendBack);
        receive(() => recording.finish());
        return () => recording.close();
      }),
      keepRecording: asking(storage.keepBytes),
    },
  });
}
