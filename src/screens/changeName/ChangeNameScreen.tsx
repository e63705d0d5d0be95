import { useId, useState } from "react";
import { useSearch } from "wouter";
import {
  type GroupChange,
  isAlive,
  LONGEST_NAME,
  mayManage,
  nameToKeep,
} from "../../../machines/vocabulary/groups.ts";
import type { Group, GroupMember } from "../../../machines/vocabulary/people.ts";
import { useNavigation, useSend } from "../../app/actors.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { describedBy, Field } from "../../components/Field.tsx";
import { TriangleAlert, Users } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { GroupPage } from "../group/GroupPage.tsx";
import { useChanging } from "../group/useGroup.ts";
import styles from "./ChangeNameScreen.module.css";
import { type Origin, originIn } from "./origin.ts";

/** The most characters an announcement may have. */
const LONGEST_ANNOUNCEMENT = 1000;

/** Changes what a group is called, what it announces, or one's own name in it (2-69, 2-79). */
export default function ChangeNameScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const back = <BackButton onClick={() => toNavigation({ type: "user.back" })} />;
  const origin = originIn(useSearch());
  if (!origin) {
    return (
      <Screen bar={<NavBar title={t("changeName.groupName")} start={back} />}>
        <EmptyState icon={TriangleAlert} text={t("changeName.nothing")} />
      </Screen>
    );
  }
  const what = "groupName" in origin ? "groupName" : "nickname" in origin ? "nickname" : "announcement";
  return (
    <GroupPage title={t(`changeName.${what}`)} sunken>
      {(group, me) =>
        isAllowed(origin, group, me) ? (
          <Form origin={origin} label={t(`changeName.${what}`)} />
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

/** One's own name is every member's to change; what the group says of itself is the owner's and admins' (6-02). */
function isAllowed(origin: Origin, group: Group, me: GroupMember | null): boolean {
  return me !== null && isAlive(group) && ("nickname" in origin || mayManage(me));
}

function Form({ origin, label }: { origin: Origin; label: string }) {
  const { t } = useText();
  const before = wordsOf(origin);
  const [text, setText] = useState(before);
  const { change, pending } = useChanging();
  const isAnnouncement = "notification" in origin;
  const wish = wishOf(origin, text);
  const isUnchanged = text.trim() === before.trim();
  const limit = isAnnouncement ? LONGEST_ANNOUNCEMENT : LONGEST_NAME;
  const hint = t("changeName.lettersLeft", { count: [...text].length, limit });
  const canSave = wish !== null && !isUnchanged;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && pending === null) change(wish);
      }}
    >
      {isAnnouncement ? (
        <Announcement label={label} hint={hint} value={text} onChange={setText} />
      ) : (
        <TextField
          label={label}
          hideLabel
          hint={hint}
          value={text}
          autoComplete="off"
          onChange={(typed) => setText(cut(typed, limit))}
        />
      )}
      <Button type="submit" block disabled={!canSave} busy={pending !== null}>
        {t("changeName.save")}
      </Button>
    </form>
  );
}

interface AnnouncementProps {
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

function Announcement({ label, hint, value, onChange }: AnnouncementProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel hint={hint}>
      <textarea
        id={id}
        className={styles.text}
        rows={8}
        value={value}
        aria-describedby={describedBy(id)}
        onChange={(event) => onChange(cut(event.currentTarget.value, LONGEST_ANNOUNCEMENT))}
      />
    </Field>
  );
}

function cut(text: string, limit: number): string {
  const letters = [...text];
  return letters.length > limit ? letters.slice(0, limit).join("") : text;
}

function wordsOf(origin: Origin): string {
  if ("groupName" in origin) return origin.groupName;
  return "nickname" in origin ? origin.nickname : origin.notification;
}

/** Names cannot be empty; an announcement can be taken back. */
function wishOf(origin: Origin, text: string): GroupChange | null {
  if ("notification" in origin) return { kind: "announcement", text: text.trim() };
  const name = nameToKeep(text);
  if (name === null) return null;
  return "groupName" in origin ? { kind: "name", name } : { kind: "nickname", nickname: name };
}
