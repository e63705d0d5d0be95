import { type EventObject, fromCallback } from "xstate";
import { type FinishRecording, recorderMachine } from "../../machines/composer/recorder.ts";
import { type RecordingGone, voiceDraftMachine } from "../../machines/composer/voice-draft.ts";
import { type RecordingOwner, SHORTEST_RECORDING, voiceAttachment } from "../../machines/domain/recording.ts";
import { waitingRecordingsMachine } from "../../machines/inbox/waiting-recordings.ts";
import type { Ports } from "../../machines/ports/index.ts";
import type { Wiring } from "./actors-by-name.ts";
import { ignore } from "./port-actors.ts";

export function recorderChart({ actors, ports }: Wiring) {
  const { storage } = ports;
  return recorderMachine.provide({
    actors: {
      ...actors,
      microphone: microphone(ports),
      voiceDraft: voiceDraftMachine.provide({
        actors: {
          ...actors,
          recordingStore: fromCallback<RecordingGone>(({ receive }) =>
            receive(({ type, userID, conversationID }) => {
              const tell = type === "recording.drop" ? storage.dropRecording : storage.releaseRecording;
              void tell({ userID, conversationID }).catch(ignore);
            }),
          ),
        },
      }),
    },
  });
}

export function waitingRecordingsChart({ ports: { storage } }: Wiring) {
  return waitingRecordingsMachine.provide({
    actors: {
      recordingEvents: fromCallback<EventObject, { userID: string }>(({ input, sendBack }) =>
        storage.watchRecordings(input, sendBack),
      ),
    },
  });
}

/**
 * The microphone for one recording. Its last data comes a little after the stop command. If the user opens
 * another chat in between, the recording is stored as a draft.
 */
function microphone({ platform, player, recorder, storage }: Ports) {
  return fromCallback<FinishRecording, RecordingOwner>(({ input, sendBack, receive }) => {
    player.interrupt();
    let levels: readonly number[] | null = null;
    let isOver = false;
    let isLeft = false;
    const recording = recorder.record((event) => {
      isOver ||= event.type === "recorder.done" || event.type === "recorder.failed";
      if (!isLeft) return sendBack(event);
      if (event.type !== "recorder.done") return;
      recording.close();
      if (event.seconds < SHORTEST_RECORDING) return;
      const { bytes } = event;
      const kept = voiceAttachment(event, { clientMsgID: platform.newID(), levels: levels ?? [] });
      void storage.keepRecording({ ...input, ...kept, bytes }).catch(ignore);
    });
    receive((event) => {
      levels = event.levels;
      recording.finish();
    });
    return () => {
      isLeft = levels !== null && !isOver;
      if (!isLeft) recording.close();
    };
  });
}
