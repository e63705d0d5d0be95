import type { ComponentType } from "react";
import type { Picture } from "./recording.ts";
import type { SequenceRules } from "./sequence.ts";
import type { Say } from "./texts.ts";

/** What a project gives to the inspector that shows its charts. */
export interface Parts {
  say: Say;
  /** Says how a page connects, while none is connected. */
  hint: string;
  /** Returns the SVG text of a chart's drawing, or null if there is none. */
  fetchDrawing(name: string): Promise<string | null>;
  sequence: SequenceRules;
  /** The words for the name of a page. */
  nameOf(page: string): string;
  /** Session ids of the charts that come to the front when the first of them begins, oldest first. */
  frontCharts(picture: Picture): readonly string[];
  /** Whether the inspector may send an event of this type, to a page that takes events. */
  isSendable(type: string): boolean;
  /** What else a chart can show. */
  notes: readonly Notes[];
  /** What earlier recordings have shown, or null if none is kept. */
  seen: Seen | null;
  /** Whether its pages tell of WebRTC connections. */
  hasMedia: boolean;
  /** Pictures of states, or null if there are none. */
  pictures: Pictures | null;
  /** Returns the text of the recording to begin with, or null if there is none. Never rejects. */
  fetchRecording(): Promise<string | null>;
  /** A link to a page that plays the recording to begin with, or null if there is none. */
  playback: Link | null;
}

export interface Seen {
  /** Names the recordings. */
  hint: string;
  /** Returns the transitions that they took, as in `data-source>data-target>event` of a drawing, by chart. */
  fetch(): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface Link {
  address: string;
  words: string;
}

/** Notes about a chart, in its drawing and below it. */
export interface Notes {
  name: string;
  /** As the user chooses them. */
  words: string;
  Notes: ComponentType<NotesProps>;
}

export interface NotesProps {
  chart: string;
  drawn: Drawn | null;
  /** Brings a part of the drawing into view. */
  onPoint: (part: Element) => void;
}

/** Pictures of the states of a chart, above its drawing. */
export interface Pictures {
  /** Names the button that shows the picture of the active state. */
  words: string;
  Picture: ComponentType<PictureProps>;
}

export interface PictureProps {
  chart: string;
  state: string;
  /** All states of the drawing. */
  states: readonly string[];
  drawn: Drawn;
  /** Picks another state; null closes the picture. */
  onPick: (state: string | null) => void;
}

/** What is drawn, and where; null without a drawing. */
export interface Drawn {
  svg: string;
  root: ShadowRoot;
}
