import type { Enclosure } from "../../../machines/vocabulary/enclosures.ts";
import type { Rpc } from "./rpc.ts";

export type Plain = Extract<Enclosure, { type: "card" | "location" }>;

/** The message of what needs no upload: somebody's card, or a place. */
export function makePlain(rpc: Rpc, enclosure: Plain): Promise<unknown> {
  if (enclosure.type === "card") return rpc.call("createCardMessage", { ...enclosure.card, ex: "" });
  const { name, address, point } = enclosure;
  // A place has one text of its own, and every client puts its names into it as JSON.
  return rpc.call("createLocationMessage", {
    description: JSON.stringify({ name, addr: address }),
    ...point,
  });
}
