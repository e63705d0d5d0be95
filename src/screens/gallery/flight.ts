import { type Pace, paceOf } from "../../components/motion.ts";
import { fitted, scaledOnto } from "./bounds.ts";

/**
 * Animates an opened gallery: the picture starts at its thumbnail. Without a visible thumbnail the gallery fades in.
 */
export function openOutOf(row: HTMLElement, shownID: string): void {
  const pace = paceOf("--slow");
  const { popup, stage, frame } = partsOf(row);
  const thumbnail = thumbnailOf(shownID);
  if (!pace || !popup || !stage || !frame || !thumbnail) return;
  frame.animate([{ transform: onto(thumbnail, stage) }, { transform: "none" }], pace);
  // The picture does not fade with the rest.
  popup.animate({ opacity: [1, 1] }, pace);
  stage.animate({ opacity: [0, 1] }, { ...pace, pseudoElement: "::before" });
  for (const part of popup.children) if (part !== stage) part.animate({ opacity: [0, 1] }, pace);
}

/**
 * Animates a closed gallery: the picture moves back to its thumbnail, from its last position. Without a visible
 * thumbnail the gallery fades out.
 */
export function closeInto(row: HTMLElement, shownID: string): void {
  const pace = paceOf("--slow");
  const { popup, stage, frame } = partsOf(row);
  if (!pace || !popup || !stage) return;
  const thumbnail = thumbnailOf(shownID);
  const flight = frame && thumbnail && { frame, from: placeOf(frame, stage), to: onto(thumbnail, stage) };
  // React has not removed the elements yet.
  queueMicrotask(() => {
    if (popup.isConnected) return;
    popup.inert = true;
    popup.style.pointerEvents = "none";
    document.body.append(popup);
    const end = { ...pace, fill: "forwards" } as const;
    if (flight) fly(flight, row, stage, end);
    const closing = popup.animate({ opacity: flight ? [1, 1] : [1, 0] }, end);
    closing.onfinish = () => popup.remove();
  });
}

interface Flight {
  frame: HTMLElement;
  from: string;
  to: string;
}

function fly({ frame, from, to }: Flight, row: HTMLElement, stage: HTMLElement, end: Pace): void {
  for (const part of [...(stage.parentElement?.children ?? [])]) if (part !== stage) part.remove();
  row.style.transition = "none";
  row.style.transform = "none";
  frame.animate([{ transform: from }, { transform: to }], end);
  const shown = 1 - Number(stage.style.getPropertyValue("--sunk"));
  stage.animate({ opacity: [shown, 0] }, { ...end, pseudoElement: "::before" });
}

/** `frame` is null for a video, and for a picture that is not loaded from another server. */
function partsOf(row: HTMLElement) {
  const stage = row.parentElement;
  return {
    stage,
    popup: stage?.parentElement ?? null,
    frame: row.querySelector<HTMLElement>("[data-frame='shown']"),
  };
}

/** The topmost visible thumbnail of the picture. */
function thumbnailOf(shownID: string): HTMLImageElement | undefined {
  const all = document.querySelectorAll<HTMLImageElement>("img[data-media]");
  return [...all].findLast((one) => {
    if (one.dataset.media !== shownID) return false;
    const { width, top, bottom } = one.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < window.innerHeight;
  });
}

/** The transform that puts the whole picture, which fits into the stage, over its thumbnail. */
function onto(thumbnail: HTMLImageElement, stage: HTMLElement): string {
  const { naturalWidth: width, naturalHeight: height } = thumbnail;
  const whole = stage.getBoundingClientRect();
  return scaledOnto(fitted({ width, height }, whole), whole, thumbnail.getBoundingClientRect());
}

function placeOf(frame: HTMLElement, stage: HTMLElement): string {
  const whole = stage.getBoundingClientRect();
  return scaledOnto(whole, whole, frame.getBoundingClientRect());
}
