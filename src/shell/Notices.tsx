import { useSelector } from "@xstate/react";
import { selectNotice } from "../../machines/app/toasts.ts";
import { Toast } from "../components/Toast.tsx";
import { noticeText } from "../i18n/failures.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useNotices, useSend } from "./actors.tsx";

/** The current toast in the current language (8-17). */
export function Notices() {
  const notices = useNotices();
  const send = useSend(notices);
  const notice = useSelector(notices, (snapshot) => (snapshot ? selectNotice(snapshot) : null));
  const { t } = useText();
  if (!notice) return null;
  return (
    <Toast tone={notice.tone} onDismiss={() => send({ type: "user.dismissNotice" })}>
      {noticeText(t, notice)}
    </Toast>
  );
}
