import { useEffect, useState } from "react";
import { fingerprintOf } from "../../tools/charts/draw/fingerprint.ts";
import type { PictureProps } from "../../tools/charts/inspector/parts.ts";
import type { Pictured, Pictures } from "./pictured.ts";
import { addressOf, fetchPictured } from "./pictures.ts";
import styles from "./StatePicture.module.css";
import type { SayOwn } from "./texts.ts";

/** Shows what a user sees in a state of a chart: the picture that the tests keep, or why there is none. */
export default function StatePicture({
  chart,
  state,
  states,
  drawn,
  onPick,
  say,
}: PictureProps & { say: SayOwn }) {
  const known = usePictured();
  const found = known === null || known === "failed" ? known : findIn(known.get(chart), state, drawn.svg);
  return (
    <aside className={styles.panel} aria-label={say("picture")}>
      <div className={styles.head}>
        <select
          aria-label={say("stateOfPicture")}
          value={state}
          onChange={({ target }) => onPick(target.value)}
        >
          {states.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <button type="button" aria-label={say("closePicture")} onClick={() => onPick(null)}>
          ×
        </button>
      </div>
      {found === null || found === "failed" ? (
        <p>{say(found === null ? "loadingTests" : "testsNotLoaded")}</p>
      ) : "pictures" in found ? (
        <>
          <Shown pictures={found.pictures} words={say("seenIn", { name: found.state })} />
          {found.state !== state && <p>{say("innerPicture", { name: found.state })}</p>}
        </>
      ) : (
        <p>{wordsOf(found, chart, say)}</p>
      )}
    </aside>
  );
}

function Shown({ pictures: { light, dark }, words }: { pictures: Pictures; words: string }) {
  const [lightAddress, darkAddress] = [addressOf(light), addressOf(dark)];
  return (
    <picture>
      {darkAddress !== null && <source media="(prefers-color-scheme: dark)" srcSet={darkAddress} />}
      <img src={lightAddress ?? ""} alt={words} width={260} height={563} />
    </picture>
  );
}

type Found =
  | { state: string; pictures: Pictures }
  | { problem: "older" | "none" }
  | { problem: "reason"; reason: string };

/** Finds the picture of a state, or of the first inner state that has one. */
function findIn(pictured: Pictured | undefined, state: string, svg: string): Found {
  if (!pictured) return { problem: "none" };
  if ("reason" in pictured) return { problem: "reason", reason: pictured.reason };
  if (pictured.drawing !== fingerprintOf(svg)) return { problem: "older" };
  const { states, reasons } = pictured;
  const reason = reasons[state];
  if (reason !== undefined) return { problem: "reason", reason };
  const inner = Object.keys(states).find((path) => path === state || path.startsWith(`${state}.`));
  const pictures = inner === undefined ? undefined : states[inner];
  return inner === undefined || !pictures ? { problem: "none" } : { state: inner, pictures };
}

function wordsOf(found: Exclude<Found, { pictures: Pictures }>, chart: string, say: SayOwn): string {
  switch (found.problem) {
    case "older":
      return say("olderPicture", { name: chart });
    case "none":
      return say("noPicture");
    case "reason":
      return say("noPictureAs", { reason: found.reason });
  }
}

function usePictured(): ReadonlyMap<string, Pictured> | "failed" | null {
  const [known, setKnown] = useState<ReadonlyMap<string, Pictured> | "failed" | null>(null);
  useEffect(() => {
    let isWanted = true;
    fetchPictured().then(
      (found) => isWanted && setKnown(found),
      () => isWanted && setKnown("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return known;
}
