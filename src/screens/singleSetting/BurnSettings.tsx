import { useSelector } from "@xstate/react";
import { useState } from "react";
import { BURN_TIMES, burnTimeOf } from "../../../machines/domain/disappearing.ts";
import { Choices } from "../../components/Choices.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ConversationsActor, useSend } from "../../shell/actors.tsx";
import { burnTimeText } from "../../text/burnTime.ts";
import { useChatRow } from "./useChatRow.ts";

interface BurnSettingsProps {
  conversations: ConversationsActor;
  conversationID: string;
}

/** The switch applies to both sides, the time to the user's own messages. */
export function BurnSettings({ conversations, conversationID }: BurnSettingsProps) {
  const text = useText();
  const { t } = text;
  const send = useSend(conversations);
  const row = useChatRow(conversations, conversationID);
  const changes = useSelector(conversations, ({ context }) => context.changes);
  const [isChoosing, setChoosing] = useState(false);
  if (!row) return null;
  const own = changes.filter((change) => change.conversationID === conversationID);
  const change = own.findLast((one) => one.kind === "burning");
  const timing = own.findLast((one) => one.kind === "burnTime");
  const isOn = change ? change.isOn : row.isPrivateChat;
  const seconds = timing ? timing.seconds : burnTimeOf(row.burnDuration);
  const close = () => setChoosing(false);
  return (
    <RowGroup>
      <SwitchRow
        label={t("burning.title")}
        hint={t("burning.hint")}
        checked={isOn}
        busy={change !== undefined}
        onChange={(wanted) =>
          send({ type: "user.changeConversation", change: { kind: "burning", conversationID, isOn: wanted } })
        }
      />
      {isOn && (
        <ListRow
          title={t("burning.after")}
          aside={burnTimeText(text, seconds)}
          chevron
          aria-busy={timing !== undefined || undefined}
          onClick={() => setChoosing(true)}
        />
      )}
      <Sheet open={isOn && isChoosing} onClose={close} title={t("burning.after")}>
        <Choices
          label={t("burning.after")}
          options={BURN_TIMES.map((value) => ({ value, label: burnTimeText(text, value) }))}
          value={seconds}
          busy={timing !== undefined}
          onChange={(chosen) => {
            const wanted = { kind: "burnTime" as const, conversationID, seconds: chosen };
            send({ type: "user.changeConversation", change: wanted });
            close();
          }}
        />
      </Sheet>
    </RowGroup>
  );
}
