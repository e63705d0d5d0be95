import * as v from "valibot";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { isVisible } from "../../../../machines/domain/visible-text.ts";
import { cutLine } from "./attachments.ts";

/**
 * The name of a forwarded message's author. It is in `ex`, a field that OpenIM leaves to clients:
 * `{"forwardedFrom":"Anna"}`, beside what other features and other clients keep there. Only the forwarding client says
 * so: the server does not check it.
 */
const EX_LENGTH = 4096;
const NAME_LENGTH = 64;

const Extra = v.pipe(
  v.string(),
  v.maxLength(EX_LENGTH),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.looseObject({}),
);
const Origin = v.pipe(Extra, v.object({ forwardedFrom: v.string() }));

/** Returns an empty object if there is no name, or none that can be shown. */
export function readOrigin(ex: unknown): { forwardedFrom?: string } {
  const extra = v.safeParse(Origin, ex);
  return extra.success ? named(extra.output.forwardedFrom) : {};
}

/** Adds the name to `ex`. Leaves out the name if `ex` is not an object, so that no data of another client is lost. */
export function writeOrigin(enclosure: OutgoingAttachment | undefined, ex: unknown): { ex?: string } {
  const { forwardedFrom } = enclosure?.type === "forward" ? named(enclosure.from ?? "") : {};
  if (forwardedFrom === undefined) return {};
  const extra = v.safeParse(Extra, ex || "{}");
  if (!extra.success) return {};
  const written = JSON.stringify({ ...extra.output, forwardedFrom });
  return written.length > EX_LENGTH ? {} : { ex: written };
}

function named(text: string): { forwardedFrom?: string } {
  const forwardedFrom = cutLine(text, NAME_LENGTH);
  return isVisible(forwardedFrom) ? { forwardedFrom } : {};
}
