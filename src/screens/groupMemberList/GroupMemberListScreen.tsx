import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import { MOST_INVITED } from "../../../machines/calls/group-rules.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import {
  listedMembers,
  type MemberListMode,
  mayOpenMembers,
  stillRemovable,
  toggled,
} from "../../../machines/groups/member-choice.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { SearchField } from "../../components/SearchField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import { GroupPage } from "../group/GroupPage.tsx";
import { useChanging, useMembers, useOwnGroup, useStanding } from "../group/useGroup.ts";
import { useMemberName } from "../group/useMemberName.ts";
import styles from "./GroupMemberListScreen.module.css";
import { MemberList } from "./MemberList.tsx";
import { mediaIn, modeIn } from "./mode.ts";
import { useRinging } from "./useRinging.ts";

const TITLES = {
  preview: "groupMembers.title",
  remove: "groupMembers.removeTitle",
  transfer: "groupMembers.transferTitle",
  call: "groupCall.chooseTitle",
} as const;

/** Shows members, removes some, chooses the next owner, or rings some (2-40, 2-61). */
export default function GroupMemberListScreen() {
  const { t } = useText();
  const search = useSearch();
  const mode = modeIn(search);
  const scroller = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = useCallback((userID: string) => setPicked((before) => toggled(before, userID)), []);
  const { group, me } = useStanding();
  const members = useMembers();
  const mayOpen = mayOpenMembers(mode, { group, me });
  const { taken, room, isAdding, isWaiting, ring } = useRinging(group, members);
  const chosen = picked.filter((userID) => !taken.has(userID));
  const all = useMemo(
    () =>
      listedMembers(members, {
        mode,
        selfID: me?.userID ?? "",
        query: "",
        nameOf: String,
        profileNameOf: String,
      }),
    [members, mode, me],
  );
  const free = all.filter(({ userID }) => !taken.has(userID)).map(({ userID }) => userID);
  const mayPickAll = mode === "call" && mayOpen && free.length > 1 && free.length <= room;
  const footer =
    mode === "remove" ? (
      <Removing picked={stillRemovable(picked, members, me)} />
    ) : mode === "call" ? (
      <Calling
        count={chosen.length}
        room={room}
        isAdding={isAdding}
        isWaiting={isWaiting}
        onRing={() => ring(chosen, mediaIn(search))}
      />
    ) : null;
  return (
    <GroupPage
      ref={scroller}
      title={t(TITLES[mode])}
      detail={group && me && t("chat.members", { count: group.memberCount })}
      end={
        mayPickAll && (
          <Button variant="text" onClick={() => setPicked(free)}>
            {t("groupCall.all")}
          </Button>
        )
      }
      footer={mayOpen && footer}
    >
      {(known, self) =>
        self && mayOpenMembers(mode, { group: known, me: self }) ? (
          <Members
            group={known}
            me={self}
            mode={mode}
            scroller={scroller}
            picked={picked}
            taken={mode === "call" ? taken : undefined}
            isFull={mode === "call" && chosen.length >= room}
            onPick={pick}
          />
        ) : (
          <EmptyState
            icon={Users}
            text={t(
              mode === "preview" || mode === "call" ? "groupMembers.notForYou" : "groupManage.notForYou",
            )}
          />
        )
      }
    </GroupPage>
  );
}

interface MembersProps {
  group: Group;
  me: GroupMember;
  mode: MemberListMode;
  scroller: RefObject<HTMLElement | null>;
  picked: readonly string[];
  taken: ReadonlySet<string> | undefined;
  isFull: boolean;
  onPick: (userID: string) => void;
}

function Members(props: MembersProps) {
  const { group, me, mode, scroller, picked, taken, isFull, onPick } = props;
  const send = useSend(useOwnGroup());
  const [query, setQuery] = useState("");
  const seek = (typed: string) => {
    setQuery(typed);
    if (typed.trim() !== "") send({ type: "user.seekMember" });
  };
  const [newOwner, setNewOwner] = useState<GroupMember | null>(null);
  return (
    <>
      <SearchField value={query} onChange={seek} />
      <MemberList
        group={group}
        me={me}
        mode={mode}
        query={query}
        scroller={scroller}
        picked={picked}
        taken={taken}
        isFull={isFull}
        onPick={onPick}
        onChoose={setNewOwner}
      />
      {mode === "transfer" && <Transferring newOwner={newOwner} onClose={() => setNewOwner(null)} />}
    </>
  );
}

interface CallingProps {
  count: number;
  room: number;
  isAdding: boolean;
  isWaiting: boolean;
  onRing: () => void;
}

function Calling({ count, room, isAdding, isWaiting, onRing }: CallingProps) {
  const { t } = useText();
  const hint = isWaiting
    ? t("groupCall.notInYet")
    : count >= room
      ? t("groupCall.full", { count: MOST_INVITED })
      : null;
  return (
    <div className={styles.footer}>
      {hint !== null && (
        <p role="status" className={styles.full}>
          {hint}
        </p>
      )}
      <Button block disabled={count === 0 || count > room || isWaiting} onClick={onRing}>
        {t(isAdding || isWaiting ? "groupCall.addSome" : "groupCall.callSome", { count })}
      </Button>
    </div>
  );
}

function Removing({ picked }: { picked: readonly string[] }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const { change, pending } = useChanging();
  const count = picked.length;
  return (
    <div className={styles.footer}>
      <Button
        variant="danger"
        block
        disabled={count === 0}
        busy={pending?.kind === "remove"}
        onClick={() => setAsking(true)}
      >
        {t("groupMembers.removeSome", { count })}
      </Button>
      <ConfirmSheet
        open={isAsking && count > 0}
        onClose={() => setAsking(false)}
        title={t("groupMembers.removeAsk", { count })}
        hint={t("groupMembers.removeHint")}
        action={t("groupMembers.removeAction")}
        onConfirm={() => change({ kind: "remove", userIDs: picked })}
      />
    </div>
  );
}

function Transferring({ newOwner, onClose }: { newOwner: GroupMember | null; onClose: () => void }) {
  const { t } = useText();
  const nameOf = useMemberName();
  const { change } = useChanging();
  // A closing sheet still shows its member.
  const [last, setLast] = useState(newOwner);
  if (newOwner && newOwner !== last) setLast(newOwner);
  const shown = newOwner ?? last;
  if (!shown) return null;
  return (
    <ConfirmSheet
      open={newOwner !== null}
      onClose={onClose}
      title={t("groupMembers.transferAsk", { name: nameOf(shown) })}
      hint={t("groupMembers.transferHint")}
      action={t("groupMembers.transferAction")}
      onConfirm={() => change({ kind: "transfer", userID: shown.userID })}
    />
  );
}
