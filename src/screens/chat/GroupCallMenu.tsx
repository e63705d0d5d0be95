import { useRef, useState } from "react";
import { ActionMenu } from "../../components/ActionMenu.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Phone } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useGroupCallItems } from "./useGroupCallItems.ts";

/** "Call" in the header of a group: asks for voice or video, then for the members to ring. */
export function GroupCallMenu({ groupID }: { groupID: string }) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = useGroupCallItems(groupID);
  return (
    <>
      <IconButton
        ref={button}
        icon={Phone}
        label={t("groupCall.call")}
        size={20}
        aria-haspopup="menu"
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        at={button}
        title={t("groupCall.call")}
        items={items}
      />
    </>
  );
}
