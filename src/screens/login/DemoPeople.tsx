import { useSelector } from "@xstate/react";
import { useId } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SignInActor, useSend } from "../../shell/actors.tsx";
import styles from "./DemoPeople.module.css";

/** A tap signs in (11-02). */
export default function DemoPeople({ signIn }: { signIn: SignInActor }) {
  const { t } = useText();
  const send = useSend(signIn);
  const people = useSelector(signIn, ({ context }) => context.demoPeople);
  const number = useSelector(signIn, ({ context }) =>
    context.identifierKind === "phone" ? context.areaCode + context.phoneNumber : "",
  );
  const isBusy = useSelector(signIn, (snapshot) => snapshot.hasTag("submitting"));
  const title = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-labelledby={title} className={styles.demo}>
      <h2 id={title} className={styles.title}>
        {t("login.demoPeople")}
      </h2>
      <ul className={styles.people}>
        {people.map((person) => {
          const isEntering = isBusy && person.areaCode + person.phoneNumber === number;
          return (
            <li key={person.phoneNumber}>
              <button
                type="button"
                className={styles.person}
                data-demo-person={person.phoneNumber}
                aria-label={t("login.signInAs", { name: person.nickname })}
                aria-busy={isEntering || undefined}
                aria-disabled={isBusy || undefined}
                onClick={() => send({ type: "user.signInAs", person })}
              >
                <span className={styles.face}>
                  <Avatar name={person.nickname} src={person.faceURL} size={48} radius={24} />
                  {isEntering && (
                    <span className={styles.working}>
                      <Spinner />
                    </span>
                  )}
                </span>
                <span className={styles.name}>{person.nickname}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
