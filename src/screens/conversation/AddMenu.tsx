import { useState } from "react";
import { useLocation } from "wouter";
import { searchToJoinPath } from "../../../machines/vocabulary/person-places.ts";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { MessageCircle, Plus, ScanLine, UserPlus, Users } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";

/** What can be begun from the list of chats. */
export function AddMenu() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={Plus}
        label={t("add.title")}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("add.title")}
        items={[
          {
            key: "friend",
            label: t("add.friend"),
            icon: UserPlus,
            onSelect: () => navigate(searchToJoinPath(false)),
          },
          {
            key: "newGroup",
            label: t("add.newGroup"),
            icon: MessageCircle,
            onSelect: () => navigate("/createGroup"),
          },
          {
            key: "group",
            label: t("add.group"),
            icon: Users,
            onSelect: () => navigate(searchToJoinPath(true)),
          },
          { key: "scan", label: t("screen.scan"), icon: ScanLine, onSelect: () => navigate("/scan") },
        ]}
      />
    </>
  );
}
