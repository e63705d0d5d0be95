import { clockTime } from "./EventLog.tsx";
import styles from "./MediaView.module.css";
import type { HeardPhone } from "./reading.ts";
import type { TimedSample } from "./recording.ts";
import type { Say } from "./texts.ts";

/** Maximum samples of a curve: four minutes. */
const MOST = 240;
const [WIDTH, HEIGHT] = [240, 34];

interface MediaProps {
  samples: readonly TimedSample[];
  phones: readonly HeardPhone[];
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  say: Say;
}

/** Shows the WebRTC connections of calls: their states, their tracks, and their numbers over time. */
export function MediaView({ samples, phones, nameOf, say }: MediaProps) {
  const connections = new Map<string, TimedSample[]>();
  for (const sample of samples) {
    const key = `${sample.phone} ${sample.connection}`;
    const own = connections.get(key) ?? [];
    own.push(sample);
    connections.set(key, own);
  }
  const shown = [...connections.values()].filter(([first]) => phones.some(({ id }) => id === first?.phone));
  if (shown.length === 0) return <p className={styles.empty}>{say("noMedia")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <div className={styles.media} tabIndex={0}>
      {shown.toReversed().map((own) => (
        <Connection
          key={`${own[0]?.phone} ${own[0]?.connection}`}
          samples={own}
          phones={phones}
          nameOf={nameOf}
          say={say}
        />
      ))}
    </div>
  );
}

function Connection({ samples, phones, nameOf, say }: MediaProps) {
  const last = samples.at(-1);
  if (!last) return null;
  const recent = samples.slice(-MOST);
  const name = nameOf(phones.find(({ id }) => id === last.phone)?.name ?? "");
  const title = say("connectionOf", { phone: name, number: String(last.connection) });
  const rate = (direction: "in" | "out") => (sample: TimedSample) =>
    sample.tracks.reduce((sum, track) => (track.direction === direction ? sum + track.kilobits : sum), 0);
  const lost = ({ tracks }: TimedSample) => tracks.reduce((sum, track) => sum + (track.lost ?? 0), 0);
  return (
    <section className={styles.connection} aria-label={title}>
      <h2>{title}</h2>
      <p>
        ICE {last.ice} · {last.state} · {last.signaling}
        {last.pair && ` · ${last.pair.local} → ${last.pair.remote} (${last.pair.protocol})`}
      </p>
      <ol className={styles.states}>
        {changesOf(samples).map(({ at, time, ice, state }) => (
          <li key={at}>
            {clockTime(time)} ICE {ice}, {state}
          </li>
        ))}
      </ol>
      <div className={styles.curves}>
        <Curve name={say("incoming")} unit="kbit/s" values={recent.map(rate("in"))} />
        <Curve name={say("outgoing")} unit="kbit/s" values={recent.map(rate("out"))} />
        <Curve name={say("roundTrip")} unit="ms" values={recent.map(({ pair }) => pair?.roundTrip ?? 0)} />
        <Curve name={say("lostPackets")} unit="" values={recent.map(lost)} />
      </div>
      {last.tracks.length > 0 && (
        <table className={styles.tracks}>
          <thead>
            <tr>
              {(["direction", "track", "trackState", "rate", "lostColumn", "jitter", "picture"] as const).map(
                (key) => (
                  <th key={key} scope="col">
                    {say(key)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {last.tracks.map((track, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no names
              <tr key={index} data-state={track.state}>
                <td>{say(track.direction === "in" ? "incoming" : "outgoing")}</td>
                <td>{track.kind}</td>
                <td>{say(`${track.state}Track`)}</td>
                <td>{track.kilobits}</td>
                <td>{track.lost ?? ""}</td>
                <td>{track.jitter === null ? "" : `${track.jitter} ms`}</td>
                <td>
                  {[track.size, track.frames === null ? null : `${track.frames}/s`].filter(Boolean).join(" ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The samples in which a state is another one than before. */
function changesOf(samples: readonly TimedSample[]): TimedSample[] {
  return samples.filter((sample, index) => {
    const before = samples[index - 1];
    return before?.ice !== sample.ice || before.state !== sample.state;
  });
}

function Curve({ name, unit, values }: { name: string; unit: string; values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const height = HEIGHT - 2 - ((HEIGHT - 4) * value) / highest;
    return `${(index * step).toFixed(1)},${height.toFixed(1)}`;
  });
  const words = `${values.at(-1) ?? 0} ${unit}`.trim();
  return (
    <figure className={styles.curve}>
      <figcaption>
        {name} <b>{words}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(" ")} />
      </svg>
    </figure>
  );
}
