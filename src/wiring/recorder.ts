import { type EventObject, fromCallback } from "xstate";
import { type FinishRecording, recorderMachine } from "../../machines/composer/recorder.ts";
import { NEW_TAKE, nextTake, type TakeEvent } from "../../machines/composer/recording-take.ts";
import { type RecordingGone, voiceDraftMachine } from "../../machines/composer/voice-draft.ts";
import { type Recorded, type RecordingOwner, voiceAttachment } from "../../machines/domain/recording.ts";
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
              const remove = type === "recording.drop" ? storage.dropRecording : storage.releaseRecording;
              void remove({ userID, conversationID }).catch(ignore);
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

/** The microphone for one recording. It outlives the recorder chart until its last data is kept. */
function microphone({ platform, player, recorder, storage }: Ports) {
  return fromCallback<FinishRecording, RecordingOwner>(({ input, sendBack, receive }) => {
    player.interrupt();
    let take = NEW_TAKE;
    const advance = (event: TakeEvent) => {
      const next = nextTake(take, event);
      take = next.take;
      return next.step;
    };
    const keep = (recorded: Recorded) => {
      const kept = voiceAttachment(recorded, { clientMsgID: platform.newID(), levels: take.levels ?? [] });
      void storage.keepRecording({ ...input, ...kept, bytes: recorded.bytes }).catch(ignore);
    };
    const recording = recorder.record((event) => {
      const step = advance(event);
      if (step === "tell") return sendBack(event);
      if (step === "close" || step === "keep") recording.close();
      if (step === "keep" && event.type === "recorder.done") keep(event);
    });
    receive((event) => {
      if (advance(event) === "finish") recording.finish();
    });
    return () => {
      if (advance({ type: "recorder.left" }) === "close") recording.close();
    };
  });
}
