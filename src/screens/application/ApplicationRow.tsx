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
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContactRequests, useSend } from "../../shell/actors.tsx";
import styles from "./ApplicationRow.module.css";
import { applicationDetailsPath } from "./place.ts";
import { isReceived, requestText, stateText, subjectOf } from "./requestText.ts";

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
  const mayAnswer = isReceived(name) && isPending(application);
  return (
    <div className={styles.row}>
      <ListRow
        size="tall"
        leading={<Avatar name={subject.name} src={subject.faceURL} kind={subject.kind} size={48} />}
        title={subject.name}
        detail={application.reqMsg || requestText(application, name, t)}
        aside={mayAnswer ? undefined : stateText(application, t)}
        onClick={() => navigate(applicationDetailsPath(name, application))}
      />
      {mayAnswer && (
        <Button
          className={styles.answer}
          busy={isBusy}
          aria-label={t("application.acceptNamed", { name: subject.name })}
          onClick={() =>
            send({
              type: "user.answerApplication",
              answer: { application: refOf(application), accept: true },
            })
          }
        >
          {t("application.accept")}
        </Button>
      )}
    </div>
  );
}
