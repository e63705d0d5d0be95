import { type EventObject, fromCallback } from "xstate";
import { callListMachine } from "../../machines/calls/call-list.ts";
import { callManagerMachine } from "../../machines/calls/call-manager.ts";
import { callReceiptsMachine } from "../../machines/calls/call-receipts.ts";
import { callRoomMachine } from "../../machines/calls/call-room.ts";
import type { CallKeeping, OutgoingSignal } from "../../machines/calls/call-rules.ts";
import { calleeMachine } from "../../machines/calls/callee.ts";
import { callerMachine } from "../../machines/calls/caller.ts";
import { inviterMachine } from "../../machines/calls/inviter.ts";
import { leftCallMachine } from "../../machines/calls/left-call.ts";
import { mediaSessionMachine } from "../../machines/calls/media-session.ts";
import { signalQueueMachine } from "../../machines/calls/signal-queue.ts";
import type { Ring } from "../../machines/ports/platform.ts";
import { createText } from "../i18n/text.ts";
import { asking, ignore, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function callCharts({ ports: { im, media, platform, player, recorder, storage }, language }: Outside) {
  const room = mediaSessionMachine.provide({
    actors: {
      media: fromCallback(({ input, sendBack, receive }) => {
        const takeBack = recorder.giveWay();
        const connection = media.join(input, sendBack);
        receive((command) => connection.command(command));
        return () => {
          connection.leave();
          takeBack();
        };
      }),
    },
  });
  const callRoom = callRoomMachine.provide({ actors: { mediaSession: room } });
  const conversationEvents = listening(im.conversationEvents);
  const syncEvents = listening(im.syncEvents);
  const sendSignal = asking(im.sendSignal);
  const requestAccess = asking(media.requestAccess);
  const inviter = inviterMachine.provide({
    actors: { sendSignal, presenceEvents: listening(im.presenceEvents) },
  });
  const wakeLock = fromCallback(() => platform.keepAwake());
  const ringingOf = (ring: Ring) => {
    if (ring.kind === "ringback") return { kind: ring.kind, title: "", body: "" };
    const { t } = createText(language());
    const body = t(ring.mediaType === "video" ? "rtc.incomingVideo" : "rtc.incomingVoice");
    return { kind: ring.kind, title: ring.name, body };
  };
  const ring = fromCallback<EventObject, Ring>(({ input }) => {
    player.interrupt();
    const takeBack = recorder.giveWay();
    const stop = platform.ring(ringingOf(input));
    return () => {
      stop();
      takeBack();
    };
  });
  const callManager = callManagerMachine.provide({
    actors: {
      signalEvents: listening(im.signalEvents),
      caller: callerMachine.provide({
        actors: { callRoom, inviter, requestAccess, sendSignal, ring, wakeLock },
      }),
      callee: calleeMachine.provide({
        actors: { callRoom, requestAccess, sendSignal, ring, wakeLock, loadUser: asking(im.loadUser) },
      }),
      signalQueue: signalQueueMachine.provide({ actors: { sendSignal } }),
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
      endSignal: fromCallback(({ receive }) => {
        let endSignal: OutgoingSignal | null = null;
        const send = () => {
          if (endSignal) im.sendSignal(endSignal).catch(ignore);
          endSignal = null;
        };
        receive((event) => {
          endSignal = event.signal;
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
    leftCall: leftCallMachine.provide({ actors: { takeCall: asking(storage.takeCall), sendSignal } }),
    callList: callListMachine.provide({
      actors: {
        conversationEvents,
        syncEvents,
        loadCalls: asking(im.loadCalls),
        fetchCalls: asking(im.fetchCalls),
      },
    }),
    callReceipts: callReceiptsMachine.provide({
      actors: { conversationEvents, syncEvents, markMessageRead: asking(im.markMessageRead) },
    }),
  };
}
