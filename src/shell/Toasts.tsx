import { useSelector } from "@xstate/react";
import { selectToast } from "../../machines/app/toasts.ts";
import { Toast } from "../components/Toast.tsx";
import { toastText } from "../i18n/failures.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useSend, useToasts } from "./actors.tsx";

/** The current toast in the current language (8-17). */
export function Toasts() {
  const toasts = useToasts();
  const send = useSend(toasts);
  const toast = useSelector(toasts, (snapshot) => (snapshot ? selectToast(snapshot) : null));
  const { t } = useText();
  if (!toast) return null;
  return (
    <Toast tone={toast.tone} onDismiss={() => send({ type: "user.dismissToast" })}>
      {toastText(t, toast)}
    </Toast>
  );
}
