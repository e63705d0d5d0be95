/** The explored spaces of messages: the devices that take part, and the bounds of a run. */
import { boundsOf, type Counts, type Space } from "../common/space.ts";
import type { DeviceStart } from "./message-device.ts";
import { type Cast, messagesOf } from "./world.ts";

const MIA: DeviceStart = { person: "mia", page: "open", has: [] };
const ANNA: DeviceStart = { person: "anna", page: "open", has: [] };
const PAIR: Cast = { devices: [MIA, ANNA], earlier: 0 };
/** A chat with a message. Anna's page opens: this is the first sync of a session. */
const ARRIVAL: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1] },
    { person: "anna", page: "opening", has: [1] },
  ],
  earlier: 1,
};
/** A chat with messages, and a device on which anna never was. */
const NEW_DEVICE: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1, 2] },
    { person: "anna", page: "opening", has: null },
  ],
  earlier: 2,
};
/** Anna has not opened the chat since its second message was sent while she was offline. */
const GAP: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1, 2, 3] },
    { person: "anna", page: "elsewhere", has: [1, 3] },
  ],
  earlier: 3,
};
/** A chat with more messages than a page has. */
const LONG: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1, 2, 3, 4] },
    { person: "anna", page: "open", has: [1, 2, 3, 4] },
  ],
  earlier: 4,
};
/** Anna has not opened the chat since its third and fourth message were sent while she was offline. */
const LONG_GAP: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1, 2, 3, 4, 5] },
    { person: "anna", page: "elsewhere", has: [1, 2, 5] },
  ],
  earlier: 5,
};
const TWO_DEVICES: Cast = { devices: [MIA, MIA, ANNA], earlier: 0 };

/** Anna's second device opens its page, and does not have the second message. */
const TWO_READERS: Cast = {
  devices: [
    { person: "mia", page: "open", has: [1, 2, 3] },
    { person: "anna", page: "open", has: [1, 2, 3] },
    { person: "anna", page: "elsewhere", has: [1, 3] },
  ],
  earlier: 3,
};

/** These need less than ten seconds of processor time together: they run with the tests. */
export const SLICES: readonly Space[] = [
  space("one line is cut", PAIR, { mia: 2, cut: 1 }),
  space("one request fails", PAIR, { mia: 2, failure: 1, retry: 1 }),
  space("one answer is lost", PAIR, { mia: 1, loss: 1, retry: 1, reload: 1 }),
  space("one page is closed", PAIR, { mia: 1, failure: 1, reload: 1, retry: 1 }),
  space("one message is late", PAIR, { mia: 2, reordering: 1 }),
  space("one message comes twice", PAIR, { mia: 2, double: 1 }),
  space("a page opens", ARRIVAL, { mia: 3 }),
  space("a new device", NEW_DEVICE, { mia: 1, cut: 1 }),
  space("a new device, and a read fails", NEW_DEVICE, { mia: 1, failure: 1 }),
  space("the sender has two devices", TWO_DEVICES, { mia: 1, cut: 1 }),
  space("files are sent and a line is cut", PAIR, { mia: 0, files: 1, cut: 1 }),
  space("files are sent and a request fails", PAIR, { mia: 0, files: 1, failure: 1, retry: 1 }),
  space("files are sent and a page is closed", PAIR, { mia: 0, files: 1, reload: 1 }),
  space("a message is recalled and a line is cut", PAIR, { mia: 1, recall: 1, cut: 1 }),
  space("a page opens and a message is recalled", ARRIVAL, { mia: 1, recall: 1 }),
  space("a chat with a gap is opened and a message is recalled", GAP, { mia: 0, recall: 1 }),
  space("a message is deleted and a line is cut", PAIR, { mia: 1, delete: 1, cut: 1 }),
  space("a reader has two devices and deletes a message", TWO_READERS, { mia: 0, delete: 1 }),
  space("a reader has two devices, deletes a message, and a line is cut", TWO_READERS, {
    mia: 0,
    delete: 1,
    cut: 1,
  }),
  space("a user jumps back and scrolls down again", LONG, { mia: 1, jump: 1, scroll: 2 }),
];

/** These run with `npm run explore`. */
export const SPACES: readonly Space[] = [
  ...SLICES,
  space("two lines are cut", PAIR, { mia: 3, cut: 2 }),
  space("a line is cut and a request fails", PAIR, { mia: 2, cut: 1, failure: 1, retry: 1 }),
  space("a line is cut and a page is closed", PAIR, { mia: 2, cut: 1, reload: 1 }),
  space("an answer is lost and a page is closed", PAIR, { mia: 2, loss: 1, reload: 1, retry: 1 }),
  space("a message fails twice", PAIR, { mia: 2, failure: 2, retry: 2, reload: 1 }),
  space("one message is late and another comes twice", PAIR, { mia: 2, reordering: 1, double: 1 }),
  space("two messages are late", PAIR, { mia: 2, reordering: 2 }),
  space("a line is cut and a user leaves the chat", PAIR, { mia: 2, cut: 1, visit: 1 }),
  space("a page opens, a line is cut and a request fails", ARRIVAL, { mia: 2, cut: 1, failure: 1, retry: 1 }),
  space("a new device, a line is cut and a request fails", NEW_DEVICE, {
    mia: 1,
    cut: 1,
    failure: 1,
    retry: 1,
  }),
  space("a new device, and two lines are cut", NEW_DEVICE, { mia: 2, cut: 2 }),
  space("a new device is closed", NEW_DEVICE, { mia: 1, reload: 1, reordering: 1 }),
  space("two messages, a recall, and a line is cut", PAIR, { mia: 2, recall: 1, cut: 1 }),
  space("a recall, and a user leaves the chat", PAIR, { mia: 2, recall: 1, cut: 1, visit: 1 }),
  space("a recall fails", PAIR, { mia: 1, recall: 2, failure: 1, retry: 1 }),
  space("a new device, and two recalls", NEW_DEVICE, { mia: 1, recall: 2, cut: 1 }),
  space("a chat with a gap, two recalls, and a line is cut", GAP, { mia: 0, recall: 2, cut: 1 }),
  space("two devices of the sender, a recall", TWO_DEVICES, { mia: 1, recall: 2, cut: 1 }),
  space("both users write, a line is cut", PAIR, { mia: 1, anna: 1, cut: 1 }),
  space("both users write, a message is late", PAIR, { mia: 1, anna: 1, reordering: 1 }),
  space("two devices of the sender, a line is cut", TWO_DEVICES, { mia: 2, cut: 1 }),
  space("two devices of the sender, a request fails", TWO_DEVICES, { mia: 2, failure: 1, retry: 1 }),
  space("two devices of the sender, a page is closed", TWO_DEVICES, {
    mia: 1,
    failure: 1,
    reload: 1,
    retry: 1,
  }),
  space("two devices of the sender, an answer is lost", TWO_DEVICES, { mia: 1, loss: 1, retry: 1, cut: 1 }),
  space("a message is deleted and a page is closed", PAIR, { mia: 1, delete: 1, cut: 1, reload: 1 }),
  space("two messages are deleted and a line is cut", PAIR, { mia: 2, delete: 2, cut: 1 }),
  space("two devices of the sender, a message is deleted", TWO_DEVICES, { mia: 1, delete: 1, cut: 1 }),
  space("a new device, and two messages are deleted", NEW_DEVICE, { mia: 1, delete: 2 }),
  space("a reader has two devices, deletes a message and gets one", TWO_READERS, { mia: 1, delete: 1 }),
  space("a user jumps back, and a message is deleted", LONG, { mia: 1, jump: 1, scroll: 1, delete: 1 }),
  space("a user jumps back, and a line is cut", LONG, { mia: 1, jump: 1, scroll: 2, cut: 1 }),
  space("a user jumps back, and a read fails", LONG, { mia: 1, jump: 1, scroll: 2, failure: 1, retry: 1 }),
  space("a user jumps back, and a message is recalled", LONG, { mia: 1, jump: 1, scroll: 2, recall: 1 }),
  space("a user jumps back and writes", LONG, { mia: 1, anna: 1, jump: 1, scroll: 2 }),
  space("a user jumps back twice", LONG, { mia: 2, jump: 2, scroll: 2 }),
  space("a user jumps back in a chat with a gap", LONG_GAP, { mia: 1, jump: 1, scroll: 2, cut: 1 }),
];

/** `files` counts pairs of files. `delete` deletes a message on the devices of the user only. */
type Choices = "files" | "retry" | "recall" | "delete" | "jump" | "scroll" | "visit";

function space(name: string, cast: Cast, counts: Counts<Choices>): Space {
  return {
    name: `messages: ${name}`,
    devices: cast.devices.length,
    bounds: boundsOf(counts),
    subject: (watching) => messagesOf(cast, watching),
  };
}
