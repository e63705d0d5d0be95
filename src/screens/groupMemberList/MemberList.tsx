import { useSelector } from "@xstate/react";
import { type ComponentProps, memo, type RefObject, useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { ADMIN, OWNER } from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { listedMembers, type MemberListMode, memberPress } from "../../../machines/groups/member-choice.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { PickRow } from "../../components/PickRow.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { memberCardPath } from "../group/place.ts";
import { useMembers, useOwnGroup } from "../group/useGroup.ts";
import { useMemberName, useProfileName } from "../group/useMemberName.ts";
import styles from "./MemberList.module.css";

/** Height above the rows (bar and search) and of a row, in CSS pixels. */
const ABOVE = 120;
const ROW_HEIGHT = 56;

export interface MemberListProps {
  group: Group;
  me: GroupMember;
  mode: MemberListMode;
  query: string;
  scroller: RefObject<HTMLElement | null>;
  picked: readonly string[];
  /** Cannot be picked: they are in the call. */
  taken?: ReadonlySet<string> | undefined;
  /** No more can be picked. */
  isFull?: boolean | undefined;
  /** Both handlers must keep their identity. */
  onPick: (userID: string) => void;
  onChoose: (member: GroupMember) => void;
}

/** The end of the list loads more. */
export function MemberList(props: MemberListProps) {
  const { group, me, mode, query, scroller, picked, taken, isFull, onPick, onChoose } = props;
  const { t } = useText();
  const actor = useOwnGroup();
  const send = useSend(actor);
  const nameOf = useMemberName();
  const profileNameOf = useProfileName();
  const members = useMembers();
  const list = useRef<VirtualizerHandle>(null);
  const isLoading = useSelector(actor, (snapshot) => snapshot?.hasTag("loadingMembers") ?? true);
  const hasFailed = useSelector(actor, (snapshot) => snapshot?.hasTag("membersFailed") ?? false);
  const hasMore = useSelector(actor, (snapshot) => (snapshot?.context.next ?? null) !== null);
  const shown = useMemo(
    () => listedMembers(members, { mode, selfID: me.userID, query, nameOf, profileNameOf }),
    [members, mode, me.userID, query, nameOf, profileNameOf],
  );

  if (members.length === 0) {
    if (hasFailed)
      return (
        <ErrorState text={t("groupMembers.loadFailed")} onRetry={() => send({ type: "user.retryGroup" })} />
      );
    return <RowsSkeleton />;
  }
  if (shown.length === 0 && !hasMore) return <EmptyState icon={Users} text={t("groupMembers.empty")} />;
  const more = () => {
    const end = list.current?.findItemIndex(list.current.scrollOffset + list.current.viewportSize) ?? 0;
    if (end >= shown.length - 1) send({ type: "user.loadMoreMembers" });
  };
  return (
    <>
      <Virtualizer
        ref={list}
        as={List}
        item="li"
        data={shown}
        scrollRef={scroller}
        startMargin={ABOVE}
        itemSize={ROW_HEIGHT}
        onScroll={more}
      >
        {(member) => (
          <Row
            key={member.userID}
            {...{ group, me, mode, member, onPick, onChoose }}
            name={nameOf(member)}
            isPicked={picked.includes(member.userID)}
            isTaken={taken?.has(member.userID) ?? false}
            isFull={isFull ?? false}
          />
        )}
      </Virtualizer>
      {hasMore && (
        <div className={styles.more}>
          <Button
            variant="text"
            busy={isLoading}
            onClick={() => send({ type: hasFailed ? "user.retryGroup" : "user.loadMoreMembers" })}
          >
            {t(hasFailed ? "common.retry" : "common.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

interface RowProps extends Pick<MemberListProps, "group" | "me" | "mode" | "onPick" | "onChoose"> {
  member: GroupMember;
  name: string;
  isPicked: boolean;
  isTaken: boolean;
  isFull: boolean;
}

/** The list renders at each scroll step. Unchanged rows do not. */
const Row = memo(function Row(props: RowProps) {
  const { group, me, mode, member, name, isPicked, isTaken, isFull, onPick, onChoose } = props;
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const { userID, groupID, faceURL, roleLevel } = member;
  const role = roleLevel === OWNER ? t("group.owner") : roleLevel === ADMIN ? t("group.admin") : undefined;
  const leading = <Avatar name={name} src={faceURL} size={40} />;
  const press = memberPress(mode, { group, me }, member);
  if (mode === "remove" || mode === "call") {
    return (
      <PickRow
        leading={leading}
        name={name}
        aside={isTaken ? t("groupCall.isIn") : role}
        checked={isPicked || isTaken}
        disabled={press !== "pick" || isTaken || (isFull && !isPicked)}
        onChange={() => onPick(userID)}
      />
    );
  }
  const card = memberCardPath(groupID, userID);
  const open =
    press === "chooseOwner"
      ? { onClick: () => onChoose(member) }
      : press === "openProfile"
        ? { onClick: () => toNavigation({ type: "user.navigate", to: card }) }
        : {};
  return <ListRow leading={leading} title={name} aside={role} {...open} />;
});

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("group.members")} {...props} />;
}
