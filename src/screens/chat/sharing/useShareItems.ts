import { useSelector } from "@xstate/react";
import type { ActionMenuItem } from "../../../components/ActionMenu.tsx";
import { IdCard, MapPin } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ConversationActor, useSend } from "../../../shell/actors.tsx";

export function useShareItems(conversation: ConversationActor): ActionMenuItem[] {
  const { t } = useText();
  const send = useSend(useSelector(conversation, ({ children }) => children.shareConfirmation));
  return [
    {
      key: "card",
      label: t("sharing.card"),
      icon: IdCard,
      onSelect: () => send({ type: "user.shareCard" }),
    },
    {
      key: "place",
      label: t("sharing.place"),
      icon: MapPin,
      onSelect: () => send({ type: "user.sharePlace" }),
    },
  ];
}
