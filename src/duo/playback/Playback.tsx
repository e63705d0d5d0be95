import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from "react";
import type { Language } from "../../../machines/domain/language.ts";
import { Inspector } from "../../../tools/charts/inspector/Inspector.tsx";
import type { Parts } from "../../../tools/charts/inspector/parts.ts";
import type { HeardPhone } from "../../../tools/charts/inspector/reading.ts";
import type { Recorder } from "../../../tools/charts/inspector/recorder.ts";
import { type ActorPicture, type Picture, stateWords } from "../../../tools/charts/inspector/recording.ts";
import { Icon } from "../../components/Icon.tsx";
import { ChevronLeft, ChevronRight, Pause, Play } from "../../components/icons.ts";
import { callsIn } from "../../inspector/signals.ts";
import { READY } from "../screen/ready.ts";
import { type DuoTexts, duoTexts, filled } from "../texts.ts";
import styles from "./Playback.module.css";
import { playingMachine } from "./playing.ts";
import { SIGN_KINDS, Sign, SignPill } from "./signs.tsx";
import { MOST_STEPS, type Step, type StepWords, stepAt, stepsOf } from "./steps.ts";
import { type Still, stillOf } from "./still.ts";
import { TimeLine } from "./TimeLine.tsx";

/** Maximum phones side by side. */
const PHONES = 3;

/** A recording on two or three phones, with a time line of what users and the network did, and the inspector. */
export default function Playback({
  recorder,
  parts,
  language,
}: {
  recorder: Recorder;
  parts: Parts;
  language: Language;
}) {
  const texts = duoTexts(language);
  const version = useSyncExternalStore(recorder.subscribe, recorder.version);
  const playing = useActorRef(playingMachine);
  const { send } = playing;
  const number = useSelector(playing, ({ context }) => context.step);
  const isPlaying = useSelector(playing, (snapshot) => snapshot.matches("playing"));

  const recording = recorder.recording();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const steps = useMemo(
    () => stepsOf(recording, wordsIn(texts, parts.nameOf)),
    [recording, version, texts, parts],
  );
  const last = steps.length - 1;
  const step = steps[Math.min(number, last)];
  const moment = step?.moment ?? 0;
  const picture = useMemo(() => recording.at(moment), [recording, moment]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const all = useMemo(
    () => [...recording.phones.values()].map((phone) => ({ ...phone, name: parts.nameOf(phone.name) })),
    [recording, version, parts],
  );
  const phones = useMemo(() => all.slice(0, PHONES), [all]);
  const now = recording.timeAt(moment);

  useEffect(() => {
    send({ type: "recording.opened", last: recording.end === 0 ? 0 : last });
  }, [recording, last, send]);
  useKeys({
    ArrowLeft: () => send({ type: "user.goBy", count: -1 }),
    ArrowRight: () => send({ type: "user.goBy", count: 1 }),
    Home: () => send({ type: "user.goTo", step: 0 }),
    End: () => send({ type: "user.goTo", step: last }),
    " ": () => send({ type: "user.togglePlay" }),
  });

  const goTo = useCallback((to: number) => send({ type: "user.goTo", step: to }), [send]);
  const isOpen = recorder.isFile();
  return (
    <div className={styles.playback} data-phones={phones.length} data-lanes={phones.length}>
      <section className={styles.phones} aria-label={texts.phones}>
        {isOpen ? (
          phones.map((phone) => (
            <PhoneFigure
              key={phone.id}
              phone={phone}
              state={stateOf(picture, phone)}
              still={stillOf(picture, phone, now)}
            />
          ))
        ) : (
          <div className={styles.absent}>
            <p role="status">{recorder.problem() === null ? texts.opening : texts.notOpened}</p>
            <a href="/duo">{texts.live}</a>
          </div>
        )}
      </section>
      {isOpen && step && (
        <section className={styles.foot} aria-label={texts.timeLine}>
          <div className={styles.bar}>
            <div className={styles.buttons}>
              <button
                type="button"
                aria-label={texts.back}
                aria-keyshortcuts="ArrowLeft"
                disabled={number === 0}
                onClick={() => send({ type: "user.goBy", count: -1 })}
              >
                <Icon of={ChevronLeft} size={22} />
              </button>
              <button
                type="button"
                className={styles.play}
                aria-label={isPlaying ? texts.pause : texts.play}
                onClick={() => send({ type: "user.togglePlay" })}
              >
                <Icon of={isPlaying ? Pause : Play} size={20} />
              </button>
              <button
                type="button"
                aria-label={texts.forward}
                aria-keyshortcuts="ArrowRight"
                disabled={number >= last}
                onClick={() => send({ type: "user.goBy", count: 1 })}
              >
                <Icon of={ChevronRight} size={22} />
              </button>
            </div>
            <Sentence step={step} language={recording.marks.length > 0 ? "en" : language} texts={texts} />
            <p className={styles.count}>
              <span>{filled(texts.step, { step: number, last })}</span>
              <span>{secondsSince(recording.timeAt(recording.first), now)}</span>
            </p>
          </div>
          <TimeLine steps={steps} phones={phones} current={number} onGo={goTo} texts={texts} />
          <div className={styles.notes}>
            <Legend steps={steps} texts={texts} />
            <span>{texts.keys}</span>
            <span>{texts.still}</span>
            {last >= MOST_STEPS && <span>{filled(texts.firstSteps, { count: last })}</span>}
            {all.length > phones.length && <span>{texts.moreDevices}</span>}
            <a href="/duo">{texts.live}</a>
          </div>
        </section>
      )}
      <div className={styles.inspector}>
        <Inspector
          recorder={recorder}
          parts={parts}
          played={
            isOpen
              ? {
                  moment,
                  sessionId: step?.actor ?? null,
                  onLook: (to) => send({ type: "user.goTo", step: stepAt(steps, to) }),
                }
              : undefined
          }
        />
      </div>
    </div>
  );
}

/** What happened in the step, and what followed at once. */
function Sentence({ step, language, texts }: { step: Step; language: string; texts: DuoTexts }) {
  const { kind, says, effects } = step;
  return (
    <div className={styles.sentence} aria-live="polite">
      <p>
        <SignPill kind={kind} texts={texts} />
        {kind === "start" ? texts.begin : <span lang={language}>{says}</span>}
      </p>
      {effects.length > 0 && (
        <ul lang={language}>
          {effects.map((effect) => (
            <li key={effect.says}>{effect.says}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The signs of this time line. */
function Legend({ steps, texts }: { steps: readonly Step[]; texts: DuoTexts }) {
  const kinds = new Set(steps.flatMap(({ kind, effects }) => [kind, ...effects.map((one) => one.kind)]));
  return (
    <ul className={styles.legend}>
      {SIGN_KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
        <li key={kind}>
          <Sign kind={kind} />
          {texts[kind]}
        </li>
      ))}
    </ul>
  );
}

function PhoneFigure({ phone, state, still }: { phone: HeardPhone; state: string; still: Still }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useEffectEvent(() => frame.current?.contentWindow?.postMessage(still, location.origin));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it shows each still
  useEffect(() => show(), [still]);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && data === READY) show();
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  return (
    <figure className={styles.place}>
      <figcaption>
        <b>{phone.name}</b> <span>{state}</span>
      </figcaption>
      <iframe ref={frame} className={styles.phone} title={phone.name} src="/duo?screen" tabIndex={-1} inert />
    </figure>
  );
}

/** Returns the state of a phone's call, or of its call manager. */
function stateOf(picture: Picture, { id }: HeardPhone): string {
  const own = new Map([...picture].filter(([, { phone }]) => phone === id));
  const [call = ""] = callsIn(own);
  const manager = [...own.values()].find(({ name, status }) => name === "callManager" && status === "active");
  const words = ({ name, value }: ActorPicture) => `${name} ${stateWords(value)}`;
  const shown = own.get(call) ?? manager;
  return shown ? words(shown) : "";
}

/** "+30 s": the time since the start of the recording. */
function secondsSince(start: number, now: number): string {
  return `+${Math.max(0, Math.round((now - start) / 100) / 10)} s`;
}

function wordsIn(texts: DuoTexts, nameOf: Parts["nameOf"]): StepWords {
  return {
    sent: (phone, signal) => filled(texts.toldSent, { phone: nameOf(phone), signal }),
    arrives: (phone, signal, sender) =>
      sender === null
        ? filled(texts.toldArrivesAlone, { phone: nameOf(phone), signal })
        : filled(texts.toldArrives, { phone: nameOf(phone), signal, sender: nameOf(sender) }),
    confirmed: (phone) => filled(texts.toldConfirmed, { phone: nameOf(phone) }),
    failed: (phone) => filled(texts.toldFailed, { phone: nameOf(phone) }),
    timer: (phone, name) => filled(texts.toldTimer, { phone: nameOf(phone), name }),
    user: (phone, event) => filled(texts.toldUser, { phone: nameOf(phone), event }),
  };
}

/** Keys of the page, except where the focused control uses them. */
function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isButton = event.key === " " ? ", button, a, summary" : "";
    if (event.target instanceof Element && event.target.closest(`input, select, textarea${isButton}`)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
