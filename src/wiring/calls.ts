import { type EventObject, fromCallback } from "xstate";
import { callListMachine } from "../../machines/calls/call-list.ts";
import { callManagerMachine } from "../../machines/calls/call-manager.ts";
import { callReceiptsMachine } from "../../machines/calls/call-receipts.ts";
import { callRoomMachine } from "../../machines/calls/call-room.ts";
import type { CallKeeping, OutgoingSignal } from "../../machines/calls/call-rules.ts";
import { calleeMachine } from "../../machines/calls/callee.ts";
import { callerMachine } from "../../machines/calls/caller.ts";
import { groupCallMachine } from "../../machines/calls/group-call.ts";
import { groupNoticesMachine } from "../../machines/calls/group-notices.ts";
import { groupRoomMachine } from "../../machines/calls/group-room.ts";
import { invitationCheckMachine } from "../../machines/calls/invitation-check.ts";
import { inviteeMachine } from "../../machines/calls/invitee.ts";
import { inviterMachine } from "../../machines/calls/inviter.ts";
import { leftCallMachine } from "../../machines/calls/left-call.ts";
import { mediaSessionMachine } from "../../machines/calls/media-session.ts";
import { type MeetingKeeping, type MeetingKeyCommand, meetingMachine } from "../../machines/calls/meeting.ts";
import { signalQueueMachine } from "../../machines/calls/signal-queue.ts";
import type { Ring } from "../../machines/ports/platform.ts";
import { createText } from "../i18n/text.ts";
import type { Wiring } from "./actors-by-name.ts";
import { asking, ignore } from "./port-actors.ts";

export function callCharts({ actors, ports, language, alerts }: Wiring) {
  const { im, media, meetingKeys, platform, player, recorder, storage } = ports;
  const room = mediaSessionMachine.provide({
    actors: {
      media: fromCallback(({ input, sendBack, receive }) => {
        const releaseMicrophone = recorder.giveWay();
        const connection = media.join(input, sendBack);
        receive((command) => connection.command(command));
        return () => {
          connection.leave();
          releaseMicrophone();
        };
      }),
    },
  });
  const callRoom = callRoomMachine.provide({ actors: { mediaSession: room } });
  const groupRoom = groupRoomMachine.provide({ actors: { ...actors, mediaSession: room } });
  const inviter = inviterMachine.provide({ actors });
  const invitee = inviteeMachine.provide({ actors: { ...actors, inviter } });
  const wakeLock = fromCallback(() => platform.keepAwake());
  const ringingOf = (ring: Ring) => {
    const isShown = alerts().notifications;
    if (ring.kind === "ringback") return { kind: ring.kind, title: "", body: "", isShown };
    const { t } = createText(language());
    const body = t(ring.mediaType === "video" ? "rtc.incomingVideo" : "rtc.incomingVoice");
    return { kind: ring.kind, title: ring.name, body, isShown };
  };
  const ring = fromCallback<EventObject, Ring>(({ input }) => {
    player.interrupt();
    const releaseMicrophone = recorder.giveWay();
    const stop = platform.ring(ringingOf(input));
    return () => {
      stop();
      releaseMicrophone();
    };
  });
  const meetingKey = fromCallback<MeetingKeyCommand, { roomID: string }>(({ input, sendBack, receive }) => {
    receive(({ type }) => (type === "meetingKey.make" ? meetingKeys.make(input) : meetingKeys.drop(input)));
    return meetingKeys.watch(input, (key) =>
      sendBack({ type: "meetingKey.changed", key, canEncrypt: media.canEncrypt() }),
    );
  });
  const callManager = callManagerMachine.provide({
    actors: {
      ...actors,
      caller: callerMachine.provide({ actors: { ...actors, callRoom, inviter, ring, wakeLock } }),
      callee: calleeMachine.provide({ actors: { ...actors, callRoom, ring, wakeLock } }),
      groupCall: groupCallMachine.provide({ actors: { ...actors, groupRoom, invitee, ring, wakeLock } }),
      meeting: meetingMachine.provide({ actors: { ...actors, groupRoom, meetingKey, wakeLock } }),
      groupNotices: groupNoticesMachine.provide({ actors }),
      invitationCheck: invitationCheckMachine.provide({ actors }),
      signalQueue: signalQueueMachine.provide({ actors }),
      prepareMedia: asking(media.prepare),
      callKeeper: fromCallback<CallKeeping, { userID: string }>(({ input: { userID }, receive }) => {
        receive((event) => {
          if (event.type === "call.keep") storage.keepCall({ userID, call: event.call });
          else storage.dropCall({ userID });
        });
        const stopWaiting = platform.onClosing(storage.leaveCall);
        return () => {
          stopWaiting();
          storage.leaveCall();
        };
      }),
      meetingKeeper: fromCallback<MeetingKeeping, { userID: string }>(
        ({ input: { userID }, receive, sendBack }) => {
          receive((event) => {
            if (event.type === "meeting.keep") storage.keepMeeting({ userID, roomID: event.roomID });
            else storage.dropMeeting();
          });
          const roomID = storage.leftMeeting({ userID });
          if (roomID !== null) sendBack({ type: "meetingKeeper.left", roomID });
          // The session ends. A page that closes does not come here.
          return storage.dropMeeting;
        },
      ),
      endSignal: fromCallback(({ receive }) => {
        let endSignals: readonly OutgoingSignal[] = [];
        const send = () => {
          for (const endSignal of endSignals) im.sendSignal(endSignal).catch(ignore);
          endSignals = [];
        };
        receive((event) => {
          endSignals = event.signals;
        });
        const stopWaiting = platform.onClosing(send);
        return () => {
          stopWaiting();
          send();
        };
      }),
    },
  });

  return {
    callManager,
    leftCall: leftCallMachine.provide({ actors }),
    callList: callListMachine.provide({ actors }),
    callReceipts: callReceiptsMachine.provide({ actors }),
  };
}
