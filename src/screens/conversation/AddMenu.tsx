import { useState } from "react";
import { useLocation } from "wouter";
import { searchToJoinPath } from "../../../machines/vocabulary/person-places.ts";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Plus, UserPlus } from "../../components/icons.ts";
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
        label={t("finding.add")}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("finding.add")}
        items={[
          {
            key: "friend",
            label: t("finding.friend"),
            icon: UserPlus,
            onSelect: () => navigate(searchToJoinPath(false)),
          },
        ]}
      />
    </>
  );
}
