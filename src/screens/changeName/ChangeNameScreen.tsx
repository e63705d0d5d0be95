import { useSearch } from "wouter";
import {
  announcementToKeep,
  type GroupChange,
  isAlive,
  LONGEST_NAME,
  mayManage,
  nameToKeep,
} from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { TriangleAlert, Users } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { GroupPage } from "../group/GroupPage.tsx";
import { useChanging } from "../group/useGroup.ts";
import { OwnPage } from "../ownProfile/OwnPage.tsx";
import { useOwnChange, useSelf } from "../ownProfile/useOwnProfile.ts";
import { type GroupOrigin, type OwnOrigin, originIn } from "./origin.ts";
import { TextForm } from "./TextForm.tsx";

const LONGEST_ANNOUNCEMENT = 1000;

/** The user's name, a group's name or announcement, or the user's name in a group (2-69, 2-79). */
export default function ChangeNameScreen() {
  const { t } = useText();
  const self = useSelf();
  const origin = originIn(useSearch());
  if (origin && "groupID" in origin) return <InGroup origin={origin} />;
  if (origin && origin.userID === self?.userID) return <OwnName origin={origin} />;
  return (
    <OwnPage title={t("changeName.groupName")}>
      <EmptyState icon={TriangleAlert} text={t("changeName.nothing")} />
    </OwnPage>
  );
}

function OwnName({ origin }: { origin: OwnOrigin }) {
  const { t } = useText();
  const { change, pending } = useOwnChange();
  return (
    <OwnPage title={t("self.name")}>
      <TextForm
        label={t("self.name")}
        before={origin.nickname}
        limit={LONGEST_NAME}
        canKeep={(text) => nameToKeep(text) !== null}
        isSaving={pending !== null}
        onSave={(text) => change({ kind: "nickname", nickname: text.trim() })}
      />
    </OwnPage>
  );
}

function InGroup({ origin }: { origin: GroupOrigin }) {
  const { t } = useText();
  const what = "groupName" in origin ? "groupName" : "nickname" in origin ? "nickname" : "announcement";
  return (
    <GroupPage title={t(`changeName.${what}`)} sunken>
      {(group, me) =>
        isAllowed(origin, group, me) ? (
          <GroupWords origin={origin} label={t(`changeName.${what}`)} />
        ) : (
          <EmptyState
            icon={Users}
            text={t(what === "nickname" ? "changeName.nothing" : "groupManage.notForYou")}
          />
        )
      }
    </GroupPage>
  );
}

/** Members may change their own name. Only owner and admins may change the group's name and announcement (6-02). */
function isAllowed(origin: GroupOrigin, group: Group, me: GroupMember | null): boolean {
  return me !== null && isAlive(group) && ("nickname" in origin || mayManage(me));
}

function GroupWords({ origin, label }: { origin: GroupOrigin; label: string }) {
  const { change, pending } = useChanging();
  const isAnnouncement = "notification" in origin;
  return (
    <TextForm
      label={label}
      before={textOf(origin)}
      limit={isAnnouncement ? LONGEST_ANNOUNCEMENT : LONGEST_NAME}
      isLong={isAnnouncement}
      canKeep={(text) => wishOf(origin, text) !== null}
      isSaving={pending !== null}
      onSave={(text) => {
        const wish = wishOf(origin, text);
        if (wish) change(wish);
      }}
    />
  );
}

function textOf(origin: GroupOrigin): string {
  if ("groupName" in origin) return origin.groupName;
  return "nickname" in origin ? origin.nickname : origin.notification;
}

/** A name must not be empty. An empty announcement removes it. */
function wishOf(origin: GroupOrigin, text: string): GroupChange | null {
  if ("notification" in origin) return { kind: "announcement", text: announcementToKeep(text) };
  const name = nameToKeep(text);
  if (name === null) return null;
  return "groupName" in origin ? { kind: "name", name } : { kind: "nickname", nickname: name };
}
