import { useMemo } from "react";
import { actorWords, statusWord } from "./ActorTree.tsx";
import { ChartView } from "./ChartView.tsx";
import { Divider } from "./Divider.tsx";
import { HelperPage } from "./HelperPage.tsx";
import styles from "./Inspector.module.css";
import { type ActorPicture, type Recording, stateWords } from "./recording.ts";
import { lastFields } from "./SendEvent.tsx";
import type { Shown } from "./shown.ts";
import { takenBy } from "./taken.ts";
import { PANE_LIMITS } from "./viewing.ts";

/** The chart of the chosen actor, or what a helper did. */
export function ChosenPane({ shown }: { shown: Shown }) {
  const { chosen, picture, view, send, parts } = shown;
  const { say } = parts;
  return (
    <main className={styles.middle}>
      <div className={styles.chart}>
        {chosen === null ? (
          <p className={styles.nobody}>{say("choose")}</p>
        ) : (
          <>
            <p className={styles.where}>
              <button
                type="button"
                aria-pressed={view.pinned.includes(chosen.sessionId)}
                onClick={() => send({ type: "user.pinActor", sessionId: chosen.sessionId })}
              >
                {say("pin")}
              </button>
              <span title={`${chosen.id} ${stateWords(chosen.value)}`}>
                <b>{actorWords(chosen)}</b> {stateWords(chosen.value) || say(statusWord(chosen.status))}
              </span>
            </p>
            {chosen.isChart ? (
              <Chart key={chosen.name} shown={shown} chosen={chosen} />
            ) : (
              <HelperPage
                actor={chosen}
                picture={picture}
                onChoose={(sessionId) => send({ type: "user.choose", sessionId })}
                say={say}
              />
            )}
          </>
        )}
      </div>
      <Divider
        label={say("resizeChart")}
        size={view.sizes.chart}
        limits={PANE_LIMITS.chart}
        className={styles.between}
        sizeAt={chartShareAt}
        onResize={(size) => send({ type: "user.resize", pane: "chart", size })}
      />
    </main>
  );
}

function Chart({ shown, chosen }: { shown: Shown; chosen: ActorPicture }) {
  const { recorder, recording, version, isLive, view, send, parts } = shown;
  const { name, phone, sessionId } = chosen;
  const isTakenShown = view.marks === "taken" || view.marks === "unseen";
  const isOfChart = (id: string) => recording.now.get(id)?.name === name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const taken = useMemo(
    () => (isTakenShown ? takenBy(recording.log.filter((entry) => isOfChart(entry.sessionId))) : null),
    [isTakenShown, name, recording, version],
  );
  const canAct = isLive && recording.phones.get(phone)?.takesEvents === true;
  return (
    <ChartView
      actor={chosen}
      last={chosen.last === null ? null : entryOf(recording, chosen.last)}
      taken={taken}
      marks={view.marks}
      onMark={(marks) => send({ type: "user.mark", marks })}
      onAct={canAct ? (event) => recorder.act(sessionId, event) : null}
      fieldsOf={(type) => lastFields(recording.log, { type, isOf: isOfChart })}
      parts={parts}
    />
  );
}

/** The share of the chart, which is above the log in a narrow window and beside it in a wide one. */
function chartShareAt({ x, y }: { x: number; y: number }, middle: DOMRect): number {
  const side = document.querySelector("aside")?.getBoundingClientRect();
  if (!side) return 50;
  return side.top >= middle.bottom
    ? (100 * (y - middle.top)) / (side.bottom - middle.top)
    : (100 * (x - middle.left)) / (side.right - middle.left);
}

function entryOf({ log }: Recording, number: number) {
  const first = log[0]?.number ?? 0;
  return log[number - first] ?? null;
}
