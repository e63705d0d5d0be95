import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "../../machines/domain/language.ts";
import { Inspector } from "../inspector/Inspector.tsx";
import type { Recorder } from "../inspector/recorder.ts";
import type { Recording } from "../inspector/recording.ts";
import { textsOf } from "../inspector/texts.ts";
import styles from "./Duo.module.css";
import { createGestures } from "./gestures.ts";
import { hasDemo, NETWORKS, type Network, setNetwork } from "./network.ts";
import { duoTexts } from "./texts.ts";

const PHONES = ["left", "right"] as const;

const MAY = "microphone; camera; autoplay; fullscreen; clipboard-write; geolocation; screen-wake-lock";

/** Two phones side by side, each with its own user, and an inspector that shows both. */
export function Duo({ recorder, language }: { recorder: Recorder; language: Language }) {
  const [isOffered, setOffered] = useState<boolean | null>(null);
  const texts = duoTexts(language);
  useSyncExternalStore(recorder.subscribe, recorder.version);

  useEffect(() => {
    void hasDemo().then(setOffered);
  }, []);

  const users = PHONES.map((profile) => userOf(recorder.recording(), profile));
  const { states, refused, choose } = useNetworks(users);
  const [gestures] = useState(createGestures);
  useEffect(() => gestures.setUsers(users));
  if (isOffered === null) return null;
  if (!isOffered)
    return (
      <main className={styles.absent}>
        <p>{texts.absent}</p>
        <a href="/">{texts.home}</a>
      </main>
    );
  return (
    <div className={styles.duo}>
      <div className={styles.phones}>
        {PHONES.map((profile, index) => (
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
        {users.every((userID) => userID === "") && (
          <p className={styles.hint}>
            {texts.hint}
            <button type="button" onClick={gestures.signInBoth}>
              {texts.both}
            </button>
          </p>
        )}
      </div>
      <div className={styles.inspector}>
        <Inspector recorder={recorder} say={textsOf(language)} />
      </div>
    </div>
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
  texts: ReturnType<typeof duoTexts>;
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
function useNetworks(users: readonly string[]) {
  const [states, setStates] = useState<Readonly<Record<string, Network>>>({});
  const [refused, setRefused] = useState<readonly string[]>([]);
  const met = useRef(new Set<string>());

  const choose = useCallback((userID: string, state: Network) => {
    setNetwork(userID, state).then(
      (isDone) => {
        if (!isDone) return;
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

/** Returns the user id of a phone's session chart; "" before sign-in. */
function userOf(recording: Recording, profile: string): string {
  for (const { name, status, phone, context } of recording.now.values()) {
    const isSession =
      name === "session" && status === "active" && recording.phones.get(phone)?.name === profile;
    if (!isSession || typeof context !== "object" || context === null || !("userID" in context)) continue;
    return typeof context.userID === "string" ? context.userID : "";
  }
  return "";
}
