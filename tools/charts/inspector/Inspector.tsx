import { useActorRef, useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useMemo, useSyncExternalStore } from "react";
import { ActorsPane } from "./ActorsPane.tsx";
import { ChosenPane } from "./ChosenPane.tsx";
import styles from "./Inspector.module.css";
import { MomentBar } from "./MomentBar.tsx";
import type { Parts } from "./parts.ts";
import type { Recorder } from "./recorder.ts";
import { type ActorPicture, type Picture, shownPhones } from "./recording.ts";
import { SidePane } from "./SidePane.tsx";
import type { Shown } from "./shown.ts";
import { type ViewingEvent, viewingMachine } from "./viewing.ts";

/** What the inspector shows while a recording is played beside it. */
export interface PlayedMoment {
  /** Number of messages before the moment. */
  moment: number;
  /** The actor that acted in the step before; null for none. */
  sessionId: string | null;
  /** The user looks at another moment here. */
  onLook: (moment: number) => void;
}

export interface InspectorProps {
  recorder: Recorder;
  parts: Parts;
  played?: PlayedMoment | undefined;
}

export function Inspector({ recorder, parts, played }: InspectorProps) {
  const shown = useShown({ recorder, parts, played });
  const { sizes } = shown.view;
  const problem = recorder.problem();
  return (
    <div className={styles.inspector}>
      <MomentBar shown={shown} isPlayed={played !== undefined} />
      {problem && (
        <div className={styles.problem}>
          <p role="alert">{parts.say(problem)}</p>
          <button type="button" aria-label={parts.say("dismiss")} onClick={() => recorder.dismissProblem()}>
            ×
          </button>
        </div>
      )}
      <div
        className={styles.panes}
        style={{ "--tree": `${sizes.tree}px`, "--chart": sizes.chart } as PaneStyle}
      >
        <ActorsPane shown={shown} />
        <ChosenPane shown={shown} />
        <SidePane shown={shown} />
      </div>
    </div>
  );
}

type PaneStyle = CSSProperties & { "--tree": string; "--chart": number };

function useShown({ recorder, parts, played }: InspectorProps): Shown {
  const viewing = useActorRef(viewingMachine);
  const { send } = viewing;
  const view = useSelector(viewing, ({ context }) => context);
  const isLive = useSelector(viewing, (snapshot) => snapshot.matches("live"));
  const version = useSyncExternalStore(recorder.subscribe, recorder.version);
  const recording = recorder.recording();
  const until = isLive ? recording.end : Math.max(recording.first, view.moment);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const picture = useMemo(() => recording.at(until), [recording, until, version]);
  const phones = shownPhones(recording.phones.values(), picture);
  const chosen = chosenOf(
    picture,
    view.chosen,
    phones.map(({ id }) => id),
  );
  const lookBack = (moment: number) => {
    send({ type: "user.lookBack", moment });
    played?.onLook(moment);
  };
  const front = parts.frontCharts(recording.now).join("\n");
  useTelling({ front, latest: recording.changes.at(-1)?.sessionId, played, send });
  const { fetchRecording } = parts;
  useEffect(() => recorder.openFirst(fetchRecording), [recorder, fetchRecording]);
  return {
    recorder,
    recording,
    version,
    until,
    isLive,
    picture,
    phones,
    chosen,
    view,
    send,
    lookBack,
    parts,
  };
}

interface Told {
  /** Session ids of the charts that come to the front, one a line. */
  front: string;
  /** The chart that changed last. */
  latest: string | undefined;
  played: PlayedMoment | undefined;
  send: (event: ViewingEvent) => void;
}

/** Tells the viewing chart what happens in the recording and in the playback. */
function useTelling({ front, latest, played, send }: Told): void {
  useEffect(() => {
    send({ type: "recording.front", sessionIds: front === "" ? [] : front.split("\n") });
  }, [front, send]);
  const { moment = null, sessionId: acted = null } = played ?? {};
  useEffect(() => {
    if (moment !== null) send({ type: "playback.moved", moment, sessionId: acted });
  }, [moment, acted, send]);
  useEffect(() => {
    if (latest !== undefined) send({ type: "recording.changed", sessionId: latest });
  }, [latest, send]);
}

/** Returns the actor to show: the chosen one, its successor after a reload, or the root of the first page. */
function chosenOf(
  picture: Picture,
  sessionId: string | null,
  phones: readonly string[],
): ActorPicture | null {
  const found = sessionId === null ? undefined : picture.get(sessionId);
  if (found && phones.includes(found.phone)) return found;
  return (
    [...picture.values()].find(({ parentId, phone }) => parentId === null && phone === phones[0]) ?? null
  );
}
