import { isNotificationStream } from "../domain/ids.ts";
import type { Push, Pushed } from "../domain/push.ts";
import { currentOperationID } from "../operation.ts";
import { Req } from "../protocol/constants.ts";
import { encodeMessages, type Messages, type PullMsgs } from "../protocol/messages.ts";
import { messagesFrom } from "../protocol/pictures.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** Pushes to a socket within this time share a frame: each frame costs the SDK 20 to 150 ms (section 2.7). */
const batchMs = 12;
/** Maximum size of a batch. Clients read frames up to 1 MiB. */
const maxBatchBytes = 512 * 1024;

interface Numbered extends Pushed {
  id: number;
  operationID: string;
}

/**
 * Collects pushes per socket and sends them in few frames (2001). Sockets with equal messages share one encoded
 * frame, so a group message is encoded once.
 */
export function createOutbox(sessions: Sessions): { push: Push; close: () => void } {
  const waiting = new Map<Session, Numbered[]>();
  let timer: NodeJS.Timeout | undefined;
  let lastID = 0;

  function flush(): void {
    timer = undefined;
    const frames = new Map<string, Uint8Array>();
    for (const [session, pushes] of waiting) {
      if (!session.alive) continue;
      for (const batch of batches(pushes, session.isJs)) {
        const key = `${session.origin} ${session.format.name}:${batch.map((push) => push.id).join()}`;
        let frame = frames.get(key);
        if (frame === undefined) {
          frame = encodeBatch(session, batch);
          frames.set(key, frame);
        }
        session.sendFrame(frame);
      }
    }
    waiting.clear();
  }

  return {
    push: (userIDs, message) => {
      lastID += 1;
      const push: Numbered = { ...message, id: lastID, operationID: currentOperationID() };
      for (const userID of userIDs) {
        for (const session of sessions.of(userID)) {
          if (!session.alive) continue;
          const queue = waiting.get(session);
          if (queue === undefined) waiting.set(session, [push]);
          else queue.push(push);
        }
      }
      if (waiting.size > 0) timer ??= setTimeout(flush, batchMs);
    },
    close: () => clearTimeout(timer),
  };
}

/**
 * Splits a socket's pushes into frames. Chat messages and notifications never share a frame, because the SDK would
 * always handle the chat messages first. A JS client gets one frame per operation, because it reads the operationID.
 */
function batches(pushes: readonly Numbered[], perOperation: boolean): Numbered[][] {
  const result: Numbered[][] = [];
  let bytes = 0;
  for (const push of pushes) {
    const current = result.at(-1);
    const last = current?.at(-1);
    bytes += push.data.length;
    if (
      current !== undefined &&
      last !== undefined &&
      isNotificationStream(push.conversationID) === isNotificationStream(last.conversationID) &&
      (!perOperation || push.operationID === last.operationID) &&
      bytes <= maxBatchBytes
    ) {
      current.push(push);
    } else {
      result.push([push]);
      bytes = push.data.length;
    }
  }
  return result;
}

function encodeBatch(session: Session, batch: readonly Numbered[]): Uint8Array {
  const messages: Messages = { msgs: {}, notificationMsgs: {} };
  for (const { conversationID, data } of batch) {
    const kind = isNotificationStream(conversationID) ? messages.notificationMsgs : messages.msgs;
    const known: PullMsgs | undefined = kind[conversationID];
    if (known === undefined) kind[conversationID] = { msgs: [data] };
    else known.msgs.push(data);
  }
  return session.format.encode({
    reqIdentifier: Req.push,
    errCode: 0,
    errMsg: "",
    msgIncr: "",
    operationID: batch[0]?.operationID ?? currentOperationID(),
    data: encodeMessages(messagesFrom(messages, session.origin)),
  });
}
