import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { STICKER_SET, STICKERS } from "../../../../machines/domain/sticker.ts";
import type { Rpc } from "../connection/rpc.ts";

type Plain = Extract<OutgoingAttachment, { type: "card" | "location" | "face" }>;

export function isPlain(enclosure: OutgoingAttachment): enclosure is Plain {
  return enclosure.type === "card" || enclosure.type === "location" || enclosure.type === "face";
}

export function makePlain(rpc: Rpc, enclosure: Plain): Promise<unknown> {
  if (enclosure.type === "card") return rpc.call("createCardMessage", { ...enclosure.card, ex: "" });
  if (enclosure.type === "face") {
    const { sticker } = enclosure;
    const data = JSON.stringify({ set: STICKER_SET, name: sticker });
    return rpc.call("createFaceMessage", { index: STICKERS.indexOf(sticker), data });
  }
  const { name, address, point } = enclosure;
  // A location has one text field. Clients put name and address into it as JSON.
  return rpc.call("createLocationMessage", {
    description: JSON.stringify({ name, addr: address }),
    ...point,
  });
}
