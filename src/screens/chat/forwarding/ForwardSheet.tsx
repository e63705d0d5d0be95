import { useSelector } from "@xstate/react";
import type { RefObject } from "react";
import { Sheet } from "../../../components/Sheet.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ForwardingActor, useSend } from "../../../shell/actors.tsx";
import { useLast, useLastWhile } from "../../../shell/last.ts";
import type { Naming } from "../../../shell/names.ts";
import { ForwardConfirm } from "./ForwardConfirm.tsx";
import { ReceiverPicker } from "./ReceiverPicker.tsx";

interface Forwarded {
  naming: Naming;
  /** See `Sheet`. */
  container?: RefObject<HTMLElement | null>;
}

/** The choice of chats, and the question before sending. Closed without a `forwarding`. */
export function ForwardSheet({
  forwarding,
  ...forwarded
}: Forwarded & { forwarding: ForwardingActor | undefined }) {
  const last = useLast(forwarding);
  if (!last) return null;
  return <Steps key={last.sessionId} open={forwarding === last} forwarding={last} {...forwarded} />;
}

function Steps({
  open,
  forwarding,
  naming,
  container,
}: Forwarded & { open: boolean; forwarding: ForwardingActor }) {
  const { t } = useText();
  const send = useSend(forwarding);
  const isConfirming = useLastWhile(
    open,
    useSelector(forwarding, (snapshot) => snapshot.hasTag("confirming")),
  );
  const isCard = useSelector(forwarding, ({ context }) => context.card !== undefined);
  const title = isConfirming ? "forwarding.confirm" : "forwarding.title";
  return (
    <Sheet
      open={open}
      onClose={() => send({ type: "user.leaveForwarding" })}
      title={t(isCard ? "meeting.sendToChat" : title)}
      tall
      container={container}
    >
      {isConfirming ? (
        <ForwardConfirm forwarding={forwarding} naming={naming} />
      ) : (
        <ReceiverPicker forwarding={forwarding} selfID={naming.selfID} />
      )}
    </Sheet>
  );
}
