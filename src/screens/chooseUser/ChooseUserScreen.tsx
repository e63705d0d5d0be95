import { useMemo, useRef } from "react";
import { useSearch } from "wouter";
import { isAlive } from "../../../machines/domain/group.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { Confirm } from "../choosing/Confirm.tsx";
import { PeoplePicker } from "../choosing/PeoplePicker.tsx";
import { GroupPage } from "../group/GroupPage.tsx";
import { groupOf } from "../group/place.ts";
import { useMembers, useStanding } from "../group/useGroup.ts";

/** Requirements 2-41 and 2-62. */
export default function ChooseUserScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const scroller = useRef<HTMLElement>(null);
  const members = useMembers();
  const taken = useMemo(() => new Set(members.map(({ userID }) => userID)), [members]);
  const { group, me } = useStanding();
  const mayInvite = me !== null && isAlive(group);
  if (groupOf(useSearch()) === "") {
    const back = <BackButton onClick={() => toNavigation({ type: "user.back" })} />;
    return (
      <Screen bar={<NavBar title={t("choosing.inviteTitle")} start={back} />}>
        <EmptyState icon={Users} text={t("choosing.nothing")} />
      </Screen>
    );
  }
  return (
    <GroupPage
      ref={scroller}
      title={t("choosing.inviteTitle")}
      footer={mayInvite && <Confirm what="invite" />}
    >
      {() =>
        mayInvite ? (
          <PeoplePicker scroller={scroller} taken={taken} />
        ) : (
          <EmptyState icon={Users} text={t("groupMembers.notForYou")} />
        )
      }
    </GroupPage>
  );
}
