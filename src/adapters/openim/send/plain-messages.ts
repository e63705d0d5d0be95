import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { STICKER_SET, STICKERS } from "../../../../machines/domain/sticker.ts";
import { makeMeetingCard } from "../calls/meeting-card.ts";
import type { Rpc } from "../connection/rpc.ts";

const PLAIN = ["card", "location", "face", "meeting"] as const;

type Plain = Extract<OutgoingAttachment, { type: (typeof PLAIN)[number] }>;

export function isPlain(enclosure: OutgoingAttachment): enclosure is Plain {
  return PLAIN.some((type) => type === enclosure.type);
}

/** @param now the server's time, in milliseconds since the epoch */
export function makePlain(rpc: Rpc, enclosure: Plain, now: number): Promise<unknown> {
  switch (enclosure.type) {
    case "card":
      return rpc.call("createCardMessage", { ...enclosure.card, ex: "" });
    case "face": {
      const { sticker } = enclosure;
      const data = JSON.stringify({ set: STICKER_SET, name: sticker });
      return rpc.call("createFaceMessage", { index: STICKERS.indexOf(sticker), data });
    }
    case "meeting":
      return makeMeetingCard(rpc, enclosure.meeting, now);
    case "location": {
      const { name, address, point } = enclosure;
      // A location has one text field. Clients put name and address into it as JSON.
      return rpc.call("createLocationMessage", {
        description: JSON.stringify({ name, addr: address }),
        ...point,
      });
    }
  }
}
