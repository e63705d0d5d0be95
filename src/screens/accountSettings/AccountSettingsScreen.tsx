import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Alerts } from "../../../machines/domain/alerts.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useApp, useConversations, useNotificationOffer, useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import { OwnPage } from "../ownProfile/OwnPage.tsx";
import { useOwnChange, useOwnDetails, useSelf } from "../ownProfile/useOwnProfile.ts";
import styles from "./AccountSettingsScreen.module.css";

/** Settings of the account and of this device (2-45, 2-66). */
export default function AccountSettingsScreen() {
  const { t, language } = useText();
  const [, navigate] = useLocation();
  return (
    <OwnPage title={t("screen.accountSettings")}>
      <RowGroup label={t("accountSettings.messages")}>
        <QuietSwitch />
        <AlertSwitch name="sound" hint={t("accountSettings.soundHint")} />
        <NotificationSwitches />
      </RowGroup>
      <RowGroup label={t("accountSettings.privacy")}>
        <AddingSwitch />
        <ListRow title={t("blackList.title")} chevron onClick={() => navigate("/blackList")} />
      </RowGroup>
      <RowGroup>
        <ListRow title={t("screen.appearance")} chevron onClick={() => navigate("/appearance")} />
        <ListRow
          title={t("screen.language")}
          aside={t(`language.${language}`)}
          chevron
          onClick={() => navigate("/language")}
        />
        <ListRow title={t("changePassword.title")} chevron onClick={() => navigate("/changePassword")} />
      </RowGroup>
      <ClearAll />
    </OwnPage>
  );
}

/** Applies to all chats on all devices (6-10). */
function QuietSwitch() {
  const { t } = useText();
  const { change, pending } = useOwnChange();
  const isQuiet = useSelf()?.globalRecvMsgOpt !== 0;
  return (
    <SwitchRow
      label={t("accountSettings.quiet")}
      hint={t("accountSettings.quietHint")}
      checked={pending?.kind === "quiet" ? pending.quiet : isQuiet}
      busy={pending !== null}
      onChange={(quiet) => change({ kind: "quiet", quiet })}
    />
  );
}

/** A setting of this device (2-66). */
function AlertSwitch({ name, hint }: { name: keyof Alerts; hint: string }) {
  const { t } = useText();
  const app = useApp();
  const send = useSend(app);
  const isOn = useSelector(app, ({ context }) => context.alerts[name]);
  return (
    <SwitchRow
      label={t(`accountSettings.${name}`)}
      hint={hint}
      checked={isOn}
      onChange={(on) => send({ type: "user.setAlerts", alerts: { [name]: on } })}
    />
  );
}

/** Renders nothing in a browser without notifications. The browser decides first, then the setting (11-54). */
function NotificationSwitches() {
  const { t } = useText();
  const offer = useNotificationOffer();
  const send = useSend(offer);
  const permission = useSelector(offer, (snapshot) => snapshot?.context.permission ?? "missing");
  switch (permission) {
    case "missing":
      return null;
    case "denied":
      return <Note title={t("accountSettings.notifications")} text={t("accountSettings.denied")} />;
    case "default":
      return (
        <SwitchRow
          label={t("accountSettings.notifications")}
          hint={t("accountSettings.notificationsHint")}
          checked={false}
          onChange={() => send({ type: "user.allowNotifications" })}
        />
      );
    case "granted":
      return (
        <>
          <AlertSwitch name="notifications" hint={t("accountSettings.notificationsHint")} />
          <AlertSwitch name="previews" hint={t("accountSettings.previewsHint")} />
        </>
      );
  }
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.note}>
      {title}
      <p className={styles.hint}>{text}</p>
    </div>
  );
}

/** Disabled until the current value is loaded (6-07). */
function AddingSwitch() {
  const { t } = useText();
  const { change, pending } = useOwnChange();
  const { details, hasFailed, retry } = useOwnDetails();
  if (hasFailed && !details)
    return <ListRow title={t("common.retry")} detail={t("self.loadFailed")} onClick={retry} />;
  return (
    <SwitchRow
      label={t("accountSettings.mayBeAdded")}
      hint={t("accountSettings.mayBeAddedHint")}
      checked={pending?.kind === "mayBeAdded" ? pending.mayBeAdded : (details?.mayBeAdded ?? true)}
      busy={pending !== null || !details}
      onChange={(mayBeAdded) => change({ kind: "mayBeAdded", mayBeAdded })}
    />
  );
}

function ClearAll() {
  const { t } = useText();
  const conversations = useConversations();
  const send = useSend(conversations);
  const isClearing = useSelector(
    conversations,
    (snapshot) => snapshot?.context.changes.some(({ kind }) => kind === "clearAll") ?? false,
  );
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <RowGroup>
        <ListRow
          danger
          title={t(isClearing ? "accountSettings.clearing" : "accountSettings.clear")}
          disabled={isClearing}
          onClick={() => setAsking(true)}
        />
      </RowGroup>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("accountSettings.clearTitle")}
        hint={t("accountSettings.clearHint")}
        action={t("accountSettings.clear")}
        onConfirm={() =>
          send({ type: "user.changeConversation", change: { kind: "clearAll", conversationID: null } })
        }
      />
    </>
  );
}
