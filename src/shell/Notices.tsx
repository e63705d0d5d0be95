import { useSelector } from "@xstate/react";
import { selectToast } from "../../machines/app/toasts.ts";
import { Toast } from "../components/Toast.tsx";
import { toastText } from "../i18n/failures.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useSend, useToasts } from "./actors.tsx";

/** The current toast in the current language (8-17). */
export function Toasts() {
  const notices = useToasts();
  const send = useSend(notices);
  const notice = useSelector(notices, (snapshot) => (snapshot ? selectToast(snapshot) : null));
  const { t } = useText();
  if (!notice) return null;
  return (
    <Toast tone={notice.tone} onDismiss={() => send({ type: "user.dismissToast" })}>
      {toastText(t, notice)}
    </Toast>
  );
}
