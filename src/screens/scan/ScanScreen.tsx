import { useSelector } from "@xstate/react";
import { type ChangeEvent, useId } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Flashlight, FlashlightOff, Image, VideoOff } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ScannerActor, useNavigation, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { useScanner } from "../../shell/routeActors.ts";
import styles from "./ScanScreen.module.css";

/** Requirement 2-98. */
export default function ScanScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const scanner = useScanner();
  return (
    <div className={styles.dark}>
      <Screen
        bar={
          <NavBar
            title={t("screen.scan")}
            start={<BackButton onClick={() => send({ type: "user.back" })} />}
          />
        }
      >
        {scanner && <Scanner scanner={scanner} />}
      </Screen>
    </div>
  );
}

function Scanner({ scanner }: { scanner: ScannerActor }) {
  const { t } = useText();
  const { showScan } = useOutside();
  const isReading = useSelector(scanner, (snapshot) => snapshot.hasTag("reading"));
  const isStarting = useSelector(scanner, (snapshot) => snapshot.hasTag("starting"));
  const isOn = useSelector(scanner, ({ value }) => typeof value.camera === "object");
  return (
    <div className={styles.page}>
      <div className={styles.view}>
        {isOn ? (
          <>
            <video
              ref={showScan}
              className={styles.video}
              autoPlay
              playsInline
              muted
              aria-label={t("scan.view")}
            />
            <div className={styles.frame} aria-hidden="true" />
          </>
        ) : (
          <Refusal scanner={scanner} />
        )}
        <p className={styles.hint} role="status">
          {isReading ? t("scan.reading") : isStarting ? t("scan.starting") : isOn ? t("scan.hint") : ""}
        </p>
      </div>
      <div className={styles.tools}>
        <Torch scanner={scanner} />
        <PicturePicker scanner={scanner} isReading={isReading} />
      </div>
    </div>
  );
}

function Refusal({ scanner }: { scanner: ScannerActor }) {
  const { t } = useText();
  const send = useSend(scanner);
  const isDenied = useSelector(scanner, (snapshot) => snapshot.hasTag("denied"));
  const isMissing = useSelector(scanner, (snapshot) => snapshot.hasTag("missing"));
  const text = isDenied ? "scan.denied" : isMissing ? "scan.missing" : "scan.failing";
  const action = { label: t("scan.retry"), onClick: () => send({ type: "user.retryCamera" }) };
  return (
    <EmptyState
      icon={VideoOff}
      text={t(text)}
      hint={isMissing ? undefined : t(isDenied ? "scan.deniedHint" : "scan.failingHint")}
      action={action}
    />
  );
}

function Torch({ scanner }: { scanner: ScannerActor }) {
  const { t } = useText();
  const send = useSend(scanner);
  const hasTorch = useSelector(
    scanner,
    (snapshot) => snapshot.context.hasTorch && snapshot.matches({ camera: { on: "watching" } }),
  );
  const isLit = useSelector(scanner, ({ context }) => context.isLit);
  if (!hasTorch) return null;
  return (
    <button type="button" className={styles.tool} onClick={() => send({ type: "user.toggleTorch" })}>
      <span className={styles.disc}>
        <Icon of={isLit ? FlashlightOff : Flashlight} />
      </span>
      {t(isLit ? "scan.torchOff" : "scan.torchOn")}
    </button>
  );
}

function PicturePicker({ scanner, isReading }: { scanner: ScannerActor; isReading: boolean }) {
  const { t } = useText();
  const send = useSend(scanner);
  const id = useId();
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = currentTarget.files ?? [];
    if (picture) send({ type: "user.pickPicture", picture });
    currentTarget.value = ""; // the same one can be chosen again
  };
  return (
    <label htmlFor={id} className={styles.tool} aria-busy={isReading || undefined}>
      <span className={styles.disc}>{isReading ? <Spinner /> : <Icon of={Image} />}</span>
      {t("scan.picture")}
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={isReading}
        className="visually-hidden"
        onChange={pick}
      />
    </label>
  );
}
