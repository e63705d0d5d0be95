import { useEffect } from "react";
import { type RecorderActor, useSend } from "../../../shell/actors.tsx";

/**
 * Call it where the recording is shown. Once that is gone, because the user selects messages or blocks the peer, the
 * recording stops and stays as a draft: the microphone is never on unseen.
 */
export function useStopWhenCovered(recorder: RecorderActor): void {
  const send = useSend(recorder);
  useEffect(
    () => () => {
      if (recorder.getSnapshot().status !== "active") return;
      send({ type: "user.lockRecorder" }); // no finger holds a button that is gone
      if (recorder.getSnapshot().hasTag("asking")) send({ type: "user.discardRecording" });
      else send({ type: "user.stopRecorder" });
    },
    [recorder, send],
  );
}
