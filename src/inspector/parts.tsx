import { lazy } from "react";
import type { Language } from "../../machines/domain/language.ts";
import styles from "../../tools/charts/inspector/ChartView.module.css";
import type { Notes, NotesProps, Parts, PictureProps } from "../../tools/charts/inspector/parts.ts";
import { textsOf } from "../../tools/charts/inspector/texts.ts";
import { fetchDrawing } from "./drawings.ts";
import { fetchLesson, isLessonAsked } from "./lessons.ts";
import { callsIn, sequenceRules } from "./signals.ts";
import { fetchSeen } from "./tested.ts";
import { ownTexts, type SayOwn } from "./texts.ts";

/** What Parley gives to the inspector. Call it once for a page. */
export function parleyParts(language: Language): Parts {
  const say = ownTexts(language);
  return {
    say: textsOf(language),
    hint: say("nobodyHint"),
    fetchDrawing,
    sequence: sequenceRules(language),
    // The phones of /duo are named by their place.
    nameOf: (name) => (name === "left" || name === "middle" || name === "right" ? say(name) : name),
    frontCharts: callsIn,
    isSendable: (type) => type.startsWith("user."),
    seen: { hint: say("unseenHint"), fetch: fetchSeen },
    hasMedia: true,
    notes: [notesOf("paths", say), notesOf("edits", say)],
    pictures: {
      words: say("openPicture"),
      Picture: (props: PictureProps) => <StatePicture say={say} {...props} />,
    },
    fetchRecording: () => fetchLesson(window.location.search),
    playback: isLessonAsked(window.location.search)
      ? { address: `/duo${window.location.search}`, words: say("play") }
      : null,
  };
}

const TestNotes = lazy(() =>
  import("./TestNotes.tsx").catch(() => ({
    default: ({ say }: { say: SayOwn }) => <p className={styles.empty}>{say("testsNotLoaded")}</p>,
  })),
);

const StatePicture = lazy(() =>
  import("./StatePicture.tsx").catch(() => ({
    default: ({ say }: { say: SayOwn }) => <p className={styles.empty}>{say("testsNotLoaded")}</p>,
  })),
);

function notesOf(of: "paths" | "edits", say: SayOwn): Notes {
  return {
    name: of,
    words: say(of),
    Notes: (props: NotesProps) => <TestNotes key={of} of={of} say={say} {...props} />,
  };
}
