import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "../../machines/domain/language.ts";
import { Inspector } from "../../tools/charts/inspector/Inspector.tsx";
import type { Parts } from "../../tools/charts/inspector/parts.ts";
import type { Recorder } from "../../tools/charts/inspector/recorder.ts";
import styles from "./Duo.module.css";
import { createGestures } from "./gestures.ts";
import { type DemoPerson, loadDemoPeople, NETWORKS, type Network, setNetwork } from "./network.ts";
import { type Hint, hintOf, type PhoneName, userOf } from "./phones.ts";
import { type DuoTexts, duoTexts } from "./texts.ts";

const MAY = "microphone; camera; autoplay; fullscreen; clipboard-write; geolocation; screen-wake-lock";

/** Two or three phones side by side, each with its own user, and an inspector that shows all of them. */
export function Duo({
  phones,
  recorder,
  parts,
  language,
}: {
  phones: readonly PhoneName[];
  recorder: Recorder;
  parts: Parts;
  language: Language;
}) {
  const [people, setPeople] = useState<readonly DemoPerson[] | null>(null);
  const texts = duoTexts(language);
  useSyncExternalStore(recorder.subscribe, recorder.version);

  useEffect(() => {
    void loadDemoPeople().then(setPeople);
  }, []);

  const recording = recorder.recording();
  const users = phones.map((phone) => userOf(recording, phone));
  const [gestures] = useState(createGestures);
  const { states, refused, choose } = useNetworks(users, (userID) =>
    gestures.goOnline(users.indexOf(userID)),
  );
  useEffect(() => gestures.setUsers(users));
  if (people === null) return null;
  if (people.length === 0)
    return (
      <main className={styles.absent}>
        <p>{texts.absent}</p>
        <a href="/">{texts.home}</a>
      </main>
    );
  return (
    <div className={styles.duo} data-phones={phones.length}>
      <div className={styles.desk}>
        <div className={styles.phones}>
          {phones.map((profile, index) => (
            <div key={profile} className={styles.place}>
              <iframe
                className={styles.phone}
                title={texts[profile]}
                src={`/?profile=${profile}&inspect`}
                allow={MAY}
                onLoad={({ currentTarget }) => gestures.attach(index, currentTarget)}
              />
              <NetworkSwitch
                state={states[users[index] ?? ""] ?? null}
                isRefused={refused.includes(users[index] ?? "")}
                label={`${texts[profile]}: ${texts.network}`}
                onChoose={(state) => choose(users[index] ?? "", state)}
                texts={texts}
              />
            </div>
          ))}
        </div>
        <div className={styles.foot}>
          <nav className={styles.counts} aria-label={texts.phones}>
            <a href="/duo" aria-current={phones.length === 2 ? "page" : undefined}>
              {texts.two}
            </a>
            <a href="/duo?phones=3" aria-current={phones.length === 3 ? "page" : undefined}>
              {texts.three}
            </a>
          </nav>
          <HintLine
            hint={recorder.isFile() ? null : hintOf(recording, phones)}
            count={phones.length}
            onSignIn={() => gestures.signIn(people)}
            texts={texts}
          />
        </div>
      </div>
      <div className={styles.inspector}>
        <Inspector recorder={recorder} parts={parts} />
      </div>
    </div>
  );
}

/** The phones on which the user presses next. */
function HintLine({
  hint,
  count,
  onSignIn,
  texts,
}: {
  hint: Hint | null;
  count: number;
  onSignIn: () => void;
  texts: DuoTexts;
}) {
  if (hint === null) return null;
  const { press, phones } = hint;
  const names = phones.map((phone) => texts[phone]).join(texts.comma);
  const areAll = phones.length === count;
  const all = count === 2 ? texts.signInTwo : texts.signInThree;
  return (
    <p className={styles.hint}>
      {press === "person" && areAll ? texts.everyPerson : `${names}${texts.colon}${texts[press]}`}
      {press === "person" && (
        <button type="button" onClick={onSignIn}>
          {areAll ? all : texts.signInRest}
        </button>
      )}
    </p>
  );
}

/** Network switch of a phone's user; disabled until a user is signed in. */
function NetworkSwitch({
  state,
  isRefused,
  label,
  onChoose,
  texts,
}: {
  /** Null before sign-in, or until the server has answered. */
  state: Network | null;
  isRefused: boolean;
  label: string;
  onChoose: (state: Network) => void;
  texts: DuoTexts;
}) {
  return (
    <fieldset className={styles.network} disabled={state === null && !isRefused}>
      <legend>{label}</legend>
      {NETWORKS.map((network) => (
        <label key={network} data-network={network}>
          <input type="radio" name={label} checked={state === network} onChange={() => onChoose(network)} />
          {texts[network]}
        </label>
      ))}
      {isRefused && <span role="alert">{texts.refused}</span>}
    </fieldset>
  );
}

/**
 * The network state of each user on the server. An earlier page can have left any state, so a user who appears for the
 * first time is set to "online".
 */
function useNetworks(users: readonly string[], onOnline: (userID: string) => void) {
  const [states, setStates] = useState<Readonly<Record<string, Network>>>({});
  const [refused, setRefused] = useState<readonly string[]>([]);
  const met = useRef(new Set<string>());

  const isBack = useEffectEvent(onOnline);

  const choose = useCallback((userID: string, state: Network) => {
    setNetwork(userID, state).then(
      (isDone) => {
        if (!isDone) return;
        if (state === "online") isBack(userID);
        setStates((before) => ({ ...before, [userID]: state }));
        setRefused((before) => before.filter((one) => one !== userID));
      },
      () => setRefused((before) => [...before, userID]),
    );
  }, []);

  const known = users.join();
  useEffect(() => {
    for (const userID of known.split(",")) {
      if (userID === "" || met.current.has(userID)) continue;
      met.current.add(userID);
      choose(userID, "online");
    }
  }, [known, choose]);
  return { states, refused, choose };
}
