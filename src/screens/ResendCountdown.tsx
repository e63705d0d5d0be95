import { useText } from "../i18n/TextProvider.tsx";
import { SECOND, useNow } from "../shell/now.ts";

/** Seconds until the next code can be requested (5-13). */
export function ResendCountdown({ nextAt }: { nextAt: number }) {
  const { t } = useText();
  const now = useNow(SECOND);
  return t("login.resendIn", { seconds: Math.max(1, Math.ceil((nextAt - now) / SECOND)) });
}
