import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import {
  type Application,
  type ApplicationListName,
  type ApplicationRef,
  isPending,
  refOf,
} from "../../../machines/domain/contact-request.ts";
import { userCardPath } from "../../../machines/domain/people-routes.ts";
import { findApplication, isBeingAnswered } from "../../../machines/people/contact-requests.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { InBlocks } from "../../components/InBlocks.tsx";
import { CircleAlert } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContactRequests, useNavigation, useSend } from "../../shell/actors.tsx";
import { MINUTE, useNow } from "../../shell/now.ts";
import { messageTime } from "../../text/time.ts";
import { applicationIn, listIn } from "../application/place.ts";
import { isReceived, requestText, stateText, subjectOf } from "../application/requestText.ts";
import { NotFoundScreen } from "../notFound/NotFoundScreen.tsx";
import styles from "./ApplicationDetailsScreen.module.css";

/** The address has only ids. The content comes from loaded requests (2-78, 2-80). */
export default function ApplicationDetailsScreen() {
  const search = useSearch();
  const name = listIn(search);
  const application = applicationIn(search);
  if (name === null || application === null) return <NotFoundScreen />;
  return (
    <Frame>
      <Found name={name} named={application} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useText();
  const send = useSend(useNavigation());
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t("application.title")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      {children}
    </Screen>
  );
}

function Found({ name, named }: { name: ApplicationListName; named: ApplicationRef }) {
  const { t } = useText();
  const applications = useContactRequests();
  const send = useSend(applications);
  const application = useSelector(
    applications,
    (snapshot) => snapshot && findApplication(snapshot.context, { application: named }),
  );
  const hasFailed = useSelector(applications, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isLoading = useSelector(applications, (snapshot) => snapshot?.hasTag("loading") ?? true);
  if (application) return <Details name={name} application={application} />;
  if (hasFailed) {
    const retry = () => send({ type: "user.retryApplications" });
    return <ErrorState text={t("application.loadFailed")} onRetry={retry} />;
  }
  return isLoading ? <RowsSkeleton /> : <EmptyState icon={CircleAlert} text={t("application.notFound")} />;
}

function Details({ name, application }: { name: ApplicationListName; application: Application }) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const subject = subjectOf(application, name);
  return (
    <>
      <div className={styles.identity}>
        <Avatar name={subject.name} src={subject.faceURL} kind={subject.kind} size={96} radius={16} />
        <h2 className={styles.name}>{subject.name}</h2>
        <p className={styles.request}>{requestText(application, name, t)}</p>
      </div>
      <RowGroup label={t("application.greeting")}>
        <p className={styles.greeting}>
          <InBlocks text={application.reqMsg || t("application.noGreeting")} />
        </p>
      </RowGroup>
      <RowGroup>
        <ListRow title={t("application.when")} aside={messageTime(application.createTime, now, language)} />
        <ListRow title={t("application.state")} aside={stateText(application, t)} />
        {subject.userID !== null && (
          <ListRow title={t("application.openCard")} href={userCardPath(subject.userID)} chevron />
        )}
      </RowGroup>
      {isReceived(name) && isPending(application) && <Answers application={application} />}
    </>
  );
}

function Answers({ application }: { application: Application }) {
  const { t } = useText();
  const applications = useContactRequests();
  const send = useSend(applications);
  const isBusy = useSelector(
    applications,
    (snapshot) => snapshot !== undefined && isBeingAnswered(snapshot.context, application),
  );
  const answer = (accept: boolean) => () =>
    send({ type: "user.answerApplication", answer: { application: refOf(application), accept } });
  return (
    <div className={styles.answers}>
      <Button block busy={isBusy} onClick={answer(true)}>
        {t("application.accept")}
      </Button>
      <Button block variant="secondary" disabled={isBusy} onClick={answer(false)}>
        {t("application.decline")}
      </Button>
    </div>
  );
}
