import { useSelector } from "@xstate/react";
import { useLocation } from "wouter";
import {
  type Application,
  type ApplicationListName,
  isPending,
  refOf,
} from "../../../machines/domain/contact-request.ts";
import { isBeingAnswered } from "../../../machines/people/contact-requests.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { X } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContactRequests, useSend } from "../../shell/actors.tsx";
import styles from "./ApplicationRow.module.css";
import { applicationDetailsPath } from "./place.ts";
import { detailText, isReceived, stateText, subjectOf } from "./requestText.ts";

export interface ApplicationRowProps {
  application: Application;
  name: ApplicationListName;
}

export function ApplicationRow({ application, name }: ApplicationRowProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const applications = useContactRequests();
  const send = useSend(applications);
  const isBusy = useSelector(
    applications,
    (snapshot) => snapshot !== undefined && isBeingAnswered(snapshot.context, application),
  );
  const subject = subjectOf(application, name);
  const answer = (accept: boolean) =>
    send({ type: "user.answerApplication", answer: { application: refOf(application), accept } });
  const mayAnswer = isReceived(name) && isPending(application);
  return (
    <div className={styles.row}>
      <ListRow
        size="tall"
        leading={<Avatar name={subject.name} src={subject.faceURL} kind={subject.kind} size={48} />}
        title={subject.name}
        detail={<span className={styles.detail}>{detailText(application, name, t)}</span>}
        aside={mayAnswer ? undefined : stateText(application, t)}
        onClick={() => navigate(applicationDetailsPath(name, application))}
      />
      {mayAnswer && (
        <div className={styles.answers}>
          <IconButton
            icon={X}
            tone="quiet"
            label={t("application.declineNamed", { name: subject.name })}
            disabled={isBusy}
            onClick={() => answer(false)}
          />
          <Button
            busy={isBusy}
            aria-label={t("application.acceptNamed", { name: subject.name })}
            onClick={() => answer(true)}
          >
            {t("application.accept")}
          </Button>
        </div>
      )}
    </div>
  );
}
