import { useEffect, useState, useSyncExternalStore } from "react";
import type { Language } from "../../machines/vocabulary/surroundings.ts";
import { Inspector } from "../inspector/Inspector.tsx";
import type { Recorder } from "../inspector/recorder.ts";
import type { Recording } from "../inspector/recording.ts";
import { wordsOf } from "../inspector/words.ts";
import styles from "./Duo.module.css";
import { hasDemo, NETWORKS, type Network, setNetwork } from "./network.ts";
import { duoWords } from "./words.ts";

const PHONES = ["left", "right"] as const;

/** Microphone, camera and the rest a phone may ask for, to these two frames by name. */
const MAY = "microphone; camera; autoplay; fullscreen; clipboard-write; geolocation; screen-wake-lock";

/** Two phones side by side, each a person of its own, and the inspector that watches both. */
export function Duo({ recorder, language }: { recorder: Recorder; language: Language }) {
  const [isOffered, setOffered] = useState<boolean | null>(null);
  const words = duoWords(language);
  useSyncExternalStore(recorder.subscribe, recorder.version);

  useEffect(() => {
    void hasDemo().then(setOffered);
  }, []);

  if (isOffered === null) return null;
  if (!isOffered)
    return (
      <main className={styles.absent}>
        <p>{words.absent}</p>
        <a href="/">{words.home}</a>
      </main>
    );
  const users = PHONES.map((profile) => userOf(recorder.recording(), profile));
  return (
    <div className={styles.duo}>
      <div className={styles.phones}>
        {PHONES.map((profile, index) => (
          <div key={profile} className={styles.place}>
            <iframe
              className={styles.phone}
              title={words[profile]}
              src={`/?profile=${profile}&inspect`}
              allow={MAY}
            />
            <NetworkSwitch
              key={users[index]}
              userID={users[index] ?? ""}
              label={`${words[profile]}: ${words.network}`}
              words={words}
            />
          </div>
        ))}
        {users.every((userID) => userID === "") && <p className={styles.hint}>{words.hint}</p>}
      </div>
      <div className={styles.inspector}>
        <Inspector recorder={recorder} say={wordsOf(language)} />
      </div>
    </div>
  );
}

/** The cable of whoever is signed in on a phone; there is none to pull while that is nobody. */
function NetworkSwitch({
  userID,
  label,
  words,
}: {
  userID: string;
  label: string;
  words: ReturnType<typeof duoWords>;
}) {
  const [state, setState] = useState<Network>("online");
  const [isRefused, setRefused] = useState(false);
  const choose = (wished: Network) =>
    setNetwork(userID, wished).then(
      () => {
        setState(wished);
        setRefused(false);
      },
      () => setRefused(true),
    );
  return (
    <fieldset className={styles.network} disabled={userID === ""}>
      <legend>{label}</legend>
      {NETWORKS.map((network) => (
        <label key={network} data-network={network}>
          <input
            type="radio"
            name={label}
            checked={state === network}
            onChange={() => void choose(network)}
          />
          {words[network]}
        </label>
      ))}
      {isRefused && <span role="alert">{words.refused}</span>}
    </fieldset>
  );
}

/** Who is signed in on a phone, as its session says; "" for nobody. */
function userOf(recording: Recording, profile: string): string {
  for (const { name, status, phone, context } of recording.now.values()) {
    const isSession =
      name === "session" && status === "active" && recording.phones.get(phone)?.name === profile;
    if (!isSession || typeof context !== "object" || context === null || !("userID" in context)) continue;
    return typeof context.userID === "string" ? context.userID : "";
  }
  return "";
}
