import * as v from "valibot";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { isVisible } from "../../../../machines/domain/visible-text.ts";
import { cutLine } from "./attachments.ts";
import { Extra, writeInto } from "./extra.ts";

/**
 * The name of a forwarded message's author is in `ex`: `{"forwardedFrom":"Anna"}`. Only the forwarding client says so:
 * the server does not check it.
 */
const NAME_LENGTH = 64;

const Origin = v.pipe(Extra, v.object({ forwardedFrom: v.string() }));

/** Returns an empty object if there is no name, or none that can be shown. */
export function readOrigin(ex: unknown): { forwardedFrom?: string } {
  const extra = v.safeParse(Origin, ex);
  return extra.success ? named(extra.output.forwardedFrom) : {};
}

export function writeOrigin(enclosure: OutgoingAttachment | undefined, ex: unknown): { ex?: string } {
  const { forwardedFrom } = enclosure?.type === "forward" ? named(enclosure.from ?? "") : {};
  return forwardedFrom === undefined ? {} : writeInto(ex, "forwardedFrom", forwardedFrom);
}

function named(text: string): { forwardedFrom?: string } {
  const forwardedFrom = cutLine(text, NAME_LENGTH);
  return isVisible(forwardedFrom) ? { forwardedFrom } : {};
}
