import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useLocation } from "wouter";
import { unsentCount } from "../../../machines/outbox/unsent-count.ts";
import { Identity } from "../../components/Identity.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useClipboard, useOutbox, useSend, useSession } from "../../shell/actors.tsx";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import styles from "./ProfileScreen.module.css";

/** Requirements 2-23 and 2-24. */
export function ProfileScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <Screen ref={scroller} sunken bar={<NavBar title={t("profile.title")} />}>
      <Oneself />
      <RowGroup>
        <ListRow title={t("profile.myInfo")} chevron onClick={() => navigate("/selfInfoDetails")} />
        <ListRow title={t("workbench.myCode")} chevron onClick={() => navigate("/qrCode")} />
        <ListRow title={t("screen.callRecord")} chevron onClick={() => navigate("/callRecord")} />
      </RowGroup>
      <RowGroup>
        <ListRow title={t("screen.accountSettings")} chevron onClick={() => navigate("/accountSettings")} />
        <ListRow title={t("screen.about")} chevron onClick={() => navigate("/about")} />
      </RowGroup>
      <LogOut />
    </Screen>
  );
}

function Oneself() {
  const send = useSend(useClipboard());
  const session = useSession();
  const userID = useSelector(session, (snapshot) => snapshot?.context.userID ?? "");
  const name = useSelector(session, (snapshot) => snapshot?.context.profile?.nickname ?? "");
  const picture = useSelector(session, (snapshot) => snapshot?.context.profile?.faceURL ?? "");
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <Identity
      layout="head"
      name={name}
      src={picture}
      id={userID}
      idLabel={t("profile.userID")}
      copyLabel={t("profile.copyID")}
      onOpen={() => navigate("/selfInfoDetails")}
      onCopy={() => send({ type: "user.copyText", text: userID })}
    />
  );
}

function LogOut() {
  const session = useSession();
  const send = useSend(session);
  const isLeaving = useSelector(session, (snapshot) => snapshot?.hasTag("leaving") ?? false);
  const unsent = useSelector(useOutbox(), (outbox) => outbox && unsentCount(outbox.context)) ?? null;
  const [isAsking, setAsking] = useState(false);
  const { t } = useText();
  return (
    <div className={styles.logOut}>
      <RowGroup>
        <ListRow
          danger
          title={t(isLeaving ? "profile.loggingOut" : "profile.logOut")}
          disabled={isLeaving}
          onClick={() => setAsking(true)}
        />
      </RowGroup>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("profile.logOutTitle")}
        hint={
          unsent === null
            ? t("profile.logOutUnknown")
            : unsent === 0
              ? t("profile.logOutHint")
              : t("profile.logOutUnsent", { count: unsent })
        }
        action={t("profile.logOut")}
        onConfirm={() => send({ type: "user.signOut" })}
      />
    </div>
  );
}
