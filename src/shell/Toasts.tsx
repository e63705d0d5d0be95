import { useSelector } from "@xstate/react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { selectToast } from "../../machines/app/toasts.ts";
import { Toast } from "../components/Toast.tsx";
import { toastText } from "../i18n/failures.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useSend, useToasts } from "./actors.tsx";

/**
 * The current toast in the current language (8-17), above every other layer. An open dialog hides what lies below it from
 * screen readers, but not a live region that is already there. They read an error at once, other texts later.
 */
export function Toasts() {
  const toasts = useToasts();
  const send = useSend(toasts);
  const toast = useSelector(toasts, (snapshot) => (snapshot ? selectToast(snapshot) : null));
  const isError = toast?.tone === "error";
  const { t } = useText();
  // The page in the HTML document has no toasts, and the first render has to equal it.
  const isDrawn = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isDrawn) return null;
  return createPortal(
    <div
      role={toast ? (isError ? "alert" : "status") : undefined}
      aria-live={isError ? "assertive" : "polite"}
    >
      {toast && (
        <Toast tone={toast.tone} onDismiss={() => send({ type: "user.dismissToast" })}>
          {toastText(t, toast)}
        </Toast>
      )}
    </div>,
    document.body,
  );
}

const never = () => () => {};
