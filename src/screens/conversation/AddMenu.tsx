import { useState } from "react";
import { useLocation } from "wouter";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Plus } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ADD_ACTIONS } from "../addActions.ts";

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
        items={[ADD_ACTIONS.friend, ADD_ACTIONS.newGroup, ADD_ACTIONS.group, ADD_ACTIONS.scan].map(
          ({ label, icon, path }) => ({
            key: path,
            label: t(label),
            icon,
            onSelect: () => navigate(path),
          }),
        )}
      />
    </>
  );
}
