/** The claims that must hold in every run of the explored messages, and those that some run must show. */
import type { Message } from "../../../machines/domain/message.ts";
import type { Claims } from "../../../tools/charts/explore/claims.ts";
import { logProblem } from "../common/device-claims.ts";
import { type MessageDevice, MOST_READS } from "./message-device.ts";
import { SITUATIONS, wordOf } from "./sdk.ts";
import type { World } from "./world.ts";

export const claims: Claims<World> = {
  never: {
    "8-36 a message is stored twice": ({ server }) => {
      const twice = repeated(server.stored.map(wordOf));
      return twice ? `The server has ${twice} twice.` : null;
    },
    "8-36 a chat shows a message twice": ({ devices }) => {
      for (const { name, shown } of devices) {
        const twice = repeated(shown.map(wordOf));
        if (twice) return `${name} sees ${twice} twice.`;
      }
      return null;
    },
    "8-36 a failed message is sent without Retry": ({ devices }) => {
      for (const { name, sentItself, shown } of devices) {
        if (sentItself === null) continue;
        const message = shown.find(({ clientMsgID }) => clientMsgID === sentItself);
        return `${message ? wordOf(message) : "A message"} of ${name} is sent by itself.`;
      }
      return null;
    },
    "8-36 a message offers Retry while it is sent": ({ devices }) => {
      for (const { name, failed, sending } of devices) {
        const message = failed.find((one) => sending.includes(wordOf(one)));
        if (message) return `${wordOf(message)} of ${name} looks failed.`;
      }
      return null;
    },
    "8-36 files that were picked together are stored in another order": ({ devices, server }) => {
      const ids = server.stored.map(({ clientMsgID }) => clientMsgID);
      for (const { name, picked, everFailed } of devices)
        for (const files of picked) {
          const places = files.flatMap((id) => (everFailed.has(id) ? [] : [ids.indexOf(id)]));
          // A file that is not stored yet comes after all that are.
          const order = places.map((place) => (place < 0 ? ids.length : place));
          if (order.some((place, index) => place < (order[index - 1] ?? 0)))
            return `The files of ${name} are stored as ${ids.filter((id) => files.includes(id)).join(", ")}.`;
        }
      return null;
    },
    "4-30 two chats show the same messages in another order": ({ devices, time }) => {
      if (time.isBusy()) return null;
      for (const one of devices)
        for (const other of devices) {
          const [here, there] = [placed(one, other), placed(other, one)];
          if (here.join() !== there.join())
            return `${one.name} sees ${here.join(", ")}, and ${other.name} ${there.join(", ")}.`;
        }
      return null;
    },
    "4-62 a message looks recalled that is not": ({ devices, server }) => {
      for (const { name, shown } of devices) {
        const wrong = shown.find((one) => isRecalled(one) && !server.stored.some(isRecalledAs(one)));
        if (wrong) return `${name} sees ${wordOf(wrong)}.`;
      }
      return null;
    },
    "11-19 a chat asks for messages without end": ({ devices }) => {
      const asking = devices.find(({ reads }) => reads > MOST_READS);
      return asking ? `${asking.name} asks more than ${MOST_READS} times.` : null;
    },
    "a device throws, or logs what is no failed request": ({ devices }) => logProblem(devices),
  },
  eventually: {
    "11-19 a chat has a gap": ({ devices, server }) => {
      for (const { name, userID, deleted, shown } of devices) {
        const isShown = server.stored.map(
          (one) => shown.some(isSame(one)) || isGone(one, server, { userID, deleted }),
        );
        const missing = server.stored.find(
          (_, index) => !isShown[index] && isShown.indexOf(true) < index && isShown.lastIndexOf(true) > index,
        );
        if (missing) return `${name} sees ${words(shown)}, without ${wordOf(missing)} between them.`;
      }
      return null;
    },
    "11-19 a stored message is missing in a chat": ({ devices, server }) => {
      for (const { name, userID, deleted, shown } of devices) {
        const missing = server.stored.find(
          (one) => !shown.some(isSame(one)) && !isGone(one, server, { userID, deleted }),
        );
        if (missing) return `${name} does not see ${wordOf(missing)}. The chat shows ${words(shown)}.`;
      }
      return null;
    },
    "4-62 a recalled message is still shown": ({ devices, server }) => {
      for (const { name, shown } of devices) {
        const wrong = shown.find((one) => !isRecalled(one) && server.stored.some(isRecalledAs(one)));
        if (wrong) return `${name} still sees ${wordOf(wrong)}.`;
      }
      return null;
    },
    "4-62 a deleted message is still shown": ({ devices, server }) => {
      for (const { name, userID, deleted, shown } of devices) {
        const wrong = shown.find((one) => isGone(one, server, { userID, deleted }));
        if (wrong) return `${name} still sees ${wordOf(wrong)}.`;
      }
      return null;
    },
    "8-36 a sent text is lost": ({ devices, server }) => {
      for (const { name, userID, deleted, sent, shown, composed } of devices)
        for (const { text, clientMsgID } of sent) {
          const stored = server.stored.find((one) => one.clientMsgID === clientMsgID);
          if (deleted.has(clientMsgID) || (stored && isGone(stored, server, { userID, deleted }))) continue;
          const message = shown.find((one) => one.clientMsgID === clientMsgID);
          const isThere = message ? message.status !== "sending" : composed.includes(text);
          if (!isThere) return `${name} ${message ? `waits for "${text}" for ever` : `lost "${text}"`}.`;
        }
      return null;
    },
    "8-36 a message is shown as sent that the server does not have": ({ devices, server }) => {
      for (const { name, shown } of devices) {
        const wrong = shown.find((one) => one.status === "sent" && !server.stored.some(isSame(one)));
        if (wrong) return `${name} sees ${wordOf(wrong)} as sent.`;
      }
      return null;
    },
    "8-36 Retry sends nothing": ({ devices }) => {
      for (const { name, retried, shown } of devices)
        for (const id of retried) {
          const message = shown.find(({ clientMsgID }) => clientMsgID === id);
          return `${name} pressed Retry at ${message ? wordOf(message) : "a message"}, and nothing was sent.`;
        }
      return null;
    },
    "8-36 the outbox waits for ever": ({ devices }) => {
      const stuck = devices.find(({ waits }) => waits.length > 0);
      return stuck ? `The outbox of ${stuck.name} still has ${stuck.waits.join(", ")}.` : null;
    },
  },
  sometimes: {
    ...Object.fromEntries(SITUATIONS.map((what) => [what, ({ met }: World) => met.has(what)])),
    "a message fails and stays": ({ devices, time }) =>
      !time.isBusy() && devices.some(({ failed }) => failed.length > 0),
  },
};

function isSame({ clientMsgID }: Message): (other: Message) => boolean {
  return (other) => other.clientMsgID === clientMsgID;
}

/** Whether the user has deleted the message, on this device or another. */
function isGone(
  { clientMsgID, seq }: Message,
  server: World["server"],
  { userID, deleted }: Pick<MessageDevice, "userID" | "deleted">,
): boolean {
  return deleted.has(clientMsgID) || server.isDeleted(userID, seq);
}

function isRecalled({ content }: Message): boolean {
  return content.type === "revoked";
}

function isRecalledAs({ clientMsgID }: Message): (other: Message) => boolean {
  return (other) => other.clientMsgID === clientMsgID && isRecalled(other);
}

/** The ids of sent messages of a chat that another chat shows as sent too, in order. */
function placed({ shown }: MessageDevice, other: MessageDevice): string[] {
  const there = other.shown.filter(({ status }) => status === "sent");
  return shown
    .filter((one) => one.status === "sent" && there.some(isSame(one)))
    .map(({ clientMsgID }) => clientMsgID);
}

function repeated(list: readonly string[]): string | undefined {
  return list.find((one, index) => list.indexOf(one) !== index);
}

function words(messages: readonly Message[]): string {
  return messages.length === 0 ? "nothing" : messages.map(wordOf).join(", ");
}
