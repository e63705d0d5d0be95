import { useSelector } from "@xstate/react";
import { Suspense, useEffect, useState } from "react";
import { type SignInActor, useApp, useSend, useSession, useSignIn } from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { preloadNext } from "../../shell/lazyLayers.ts";
import { useOutside } from "../../shell/outside.tsx";
import { APP_VERSION } from "../../shell/version.ts";
// Puts Avatar into this chunk. It is small, and the demo accounts need nothing else that later screens share.
import "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import { Globe } from "../../components/icons.ts";
import { lazily } from "../../components/lazily.ts";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./LoginScreen.module.css";
import { SignInForm } from "./SignInForm.tsx";

/** The form stays, shown as busy, until the next screen is loaded (2-94). */
export function LoginScreen() {
  const { t } = useText();
  // The actor ends at sign-in; the last one stays for the busy form.
  const signIn = useLast(useSignIn());
  const { signInDrawn, whenIdle } = useOutside();
  useEffect(signInDrawn, [signInDrawn]);
  useEffect(() => whenIdle(preloadNext), [whenIdle]);
  if (!signIn) return null;
  return (
    <Screen>
      <div className={styles.page}>
        <LanguageSwitch />
        <div className={styles.column}>
          <img className={styles.logo} src="/icon.svg" alt="" width={64} height={64} />
          <h1 className={styles.title}>{t("login.welcome")}</h1>
          <SignOutReason />
          <SignInForm key={signIn.sessionId} signIn={signIn} />
          <Demo signIn={signIn} />
        </div>
        <p className={styles.version}>{t("login.version", { version: APP_VERSION })}</p>
      </div>
    </Screen>
  );
}

/** A separate chunk, which is loaded in a demo only. */
const { Component: DemoPeople } = lazily(() => import("./DemoPeople.tsx"));

function Demo({ signIn }: { signIn: SignInActor }) {
  const isDemo = useSelector(signIn, ({ context }) => context.demoPeople.length > 0);
  // The pre-rendered page has no demo list. Hydration with one would make React render the page again.
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(() => setTakenOver(true), []);
  return (
    isTakenOver &&
    isDemo && (
      <Suspense fallback={null}>
        <DemoPeople signIn={signIn} />
      </Suspense>
    )
  );
}

/** The reason stays after the toast is gone (8-18, 8-19). */
function SignOutReason() {
  const { t } = useText();
  const signOutReason = useSelector(useSession(), (session) => session?.context.signOutReason ?? null);
  const isExpected = signOutReason === "passwordChanged";
  return (
    signOutReason && (
      <p className={cx(styles.signOutReason, isExpected && styles.expected)}>
        {t(`messageTip.${signOutReason}`)}
      </p>
    )
  );
}

function LanguageSwitch() {
  const send = useSend(useApp());
  const { t, language } = useText();
  const other = language === "zh" ? "en" : "zh";
  return (
    <div className={styles.language}>
      <Button variant="text" onClick={() => send({ type: "user.chooseLanguage", language: other })}>
        <Icon of={Globe} size={20} />
        <span lang={other}>{t(`language.${other}`)}</span>
      </Button>
    </div>
  );
}
