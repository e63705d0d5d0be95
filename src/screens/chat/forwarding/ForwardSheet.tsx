import { useSelector } from "@xstate/react";
import { Sheet } from "../../../components/Sheet.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ForwardingActor, type SelectionActor, useSend } from "../../../shell/actors.tsx";
import { useLast, useLastWhile } from "../../../shell/last.ts";
import type { Naming } from "../../../shell/names.ts";
import { ForwardConfirm } from "./ForwardConfirm.tsx";
import { ReceiverPicker } from "./ReceiverPicker.tsx";

export interface ForwardSheetProps {
  selection: SelectionActor;
  naming: Naming;
}

export function ForwardSheet({ selection, naming }: ForwardSheetProps) {
  const forwarding = useSelector(selection, ({ children }) => children.forwarding);
  const last = useLast(forwarding);
  if (!last) return null;
  return <Steps key={last.sessionId} open={forwarding === last} forwarding={last} naming={naming} />;
}

interface StepsProps {
  open: boolean;
  forwarding: ForwardingActor;
  naming: Naming;
}

function Steps({ open, forwarding, naming }: StepsProps) {
  const { t } = useText();
  const send = useSend(forwarding);
  const isConfirming = useLastWhile(
    open,
    useSelector(forwarding, (snapshot) => snapshot.hasTag("confirming")),
  );
  return (
    <Sheet
      open={open}
      onClose={() => send({ type: "user.leaveForwarding" })}
      title={t(isConfirming ? "forwarding.confirm" : "forwarding.title")}
      tall
    >
      {isConfirming ? (
        <ForwardConfirm forwarding={forwarding} naming={naming} />
      ) : (
        <ReceiverPicker forwarding={forwarding} selfID={naming.selfID} />
      )}
    </Sheet>
  );
}
