import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Link, Plus } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ADD_ACTIONS, type AddAction } from "../addActions.ts";
import { JoinMeetingSheet } from "../meeting/JoinMeetingSheet.tsx";

export function AddMenu() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [isJoining, setJoining] = useState(false);
  const { friend, newGroup, group, newMeeting, scan } = ADD_ACTIONS;
  const go = ({ label, icon, path }: AddAction): ActionMenuItem => ({
    key: path,
    label: t(label),
    icon,
    onSelect: () => navigate(path),
  });
  return (
    <>
      <IconButton
        ref={button}
        icon={Plus}
        label={t("add.title")}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        at={button}
        title={t("add.title")}
        items={[
          ...[friend, newGroup, group, newMeeting].map(go),
          { key: "joinMeeting", label: t("meeting.join"), icon: Link, onSelect: () => setJoining(true) },
          go(scan),
        ]}
      />
      <JoinMeetingSheet open={isJoining} onClose={() => setJoining(false)} />
    </>
  );
}
