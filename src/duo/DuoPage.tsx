import { Suspense, useState, useSyncExternalStore } from "react";
import type { Language } from "../../machines/domain/language.ts";
import type { Parts } from "../../tools/charts/inspector/parts.ts";
import type { Recorder } from "../../tools/charts/inspector/recorder.ts";
import { lazily } from "../components/lazily.ts";
import { isLessonAsked } from "../inspector/lessons.ts";
import { Duo } from "./Duo.tsx";
import type { PhoneName } from "./phones.ts";

const { Component: Playback } = lazily(() => import("./playback/Playback.tsx"));

/** Live phones, or a recording: the one that the address asks for until it is closed, or a file that the user opens. */
export function DuoPage(props: {
  phones: readonly PhoneName[];
  recorder: Recorder;
  parts: Parts;
  language: Language;
}) {
  const { recorder, parts, language } = props;
  const [isAwaited, setAwaited] = useState(() => isLessonAsked(location.search));
  useSyncExternalStore(recorder.subscribe, recorder.version);
  if (isAwaited && recorder.isFile()) setAwaited(false);
  if (!recorder.isFile() && !isAwaited) return <Duo {...props} />;
  return (
    <Suspense fallback={null}>
      <Playback recorder={recorder} parts={parts} language={language} />
    </Suspense>
  );
}
