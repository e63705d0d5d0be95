import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen, type ScreenProps } from "../../components/Screen.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { groupOf } from "./place.ts";
import { useOwnGroup, useStanding } from "./useGroup.ts";

export interface GroupPageProps extends Pick<ScreenProps, "footer" | "sunken" | "ref" | "scroll"> {
  title: string;
  detail?: ReactNode;
  end?: ReactNode;
  children: (group: Group, me: GroupMember | null) => ReactNode;
}

/** Shows loading and error states of the group (2-78). */
export function GroupPage({ title, detail, end, children, ...screen }: GroupPageProps) {
  const toNavigation = useSend(useNavigation());
  const back = <BackButton onClick={() => toNavigation({ type: "user.back" })} />;
  return (
    <Screen {...screen} bar={<NavBar title={title} detail={detail} start={back} end={end} />}>
      <Content>{children}</Content>
    </Screen>
  );
}

function Content({ children }: Pick<GroupPageProps, "children">) {
  const { t } = useText();
  const groupID = groupOf(useSearch());
  const actor = useOwnGroup();
  const send = useSend(actor);
  const { group, me } = useStanding();
  const hasFailed = useSelector(actor, (snapshot) => snapshot?.matches({ facts: "failed" }) ?? false);
  const isMissing = useSelector(
    actor,
    (snapshot) => snapshot?.matches({ facts: "known" }) === true && snapshot.context.group === null,
  );
  if (group) return children(group, me);
  if (groupID === "" || isMissing) return <EmptyState icon={Users} text={t("group.missing")} />;
  if (hasFailed) {
    return <ErrorState text={t("group.loadFailed")} onRetry={() => send({ type: "user.retryGroup" })} />;
  }
  return <RowsSkeleton />;
}
