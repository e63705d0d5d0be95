import { useSelector } from "@xstate/react";
import encodeQR from "qr";
import { useSearch } from "wouter";
import { type CodeTarget, codeOf } from "../../../machines/domain/qr-code.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { TextLink } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useNavigation, useSend, useSession } from "../../shell/actors.tsx";
import styles from "./QrCodeScreen.module.css";

/** Pixels per module of the saved picture: 33 modules are about 400 pixels. */
const SCALE = 12;

/** The user's code, or with `groupID` the code of a group (2-24, 2-50). */
export default function QrCodeScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const groupID = new URLSearchParams(useSearch()).get("groupID");
  const isGroup = groupID !== null;
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t(isGroup ? "qrCode.group" : "workbench.myCode")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      {isGroup ? <GroupCode groupID={groupID} /> : <OwnCode />}
    </Screen>
  );
}

function OwnCode() {
  const { t } = useText();
  const session = useSession();
  const userID = useSelector(session, (snapshot) => snapshot?.context.userID ?? "");
  const name = useSelector(session, (snapshot) => snapshot?.context.profile?.nickname || userID);
  const picture = useSelector(session, (snapshot) => snapshot?.context.profile?.faceURL ?? "");
  return <Card target={{ userID }} id={userID} name={name} picture={picture} hint={t("qrCode.hintPerson")} />;
}

function GroupCode({ groupID }: { groupID: string }) {
  const { t } = useText();
  const group = useSelector(useContacts(), (contacts) =>
    contacts?.context.groups.find((one) => one.groupID === groupID),
  );
  if (!group) return <EmptyState icon={Users} text={t("qrCode.notIn")} />;
  return (
    <Card
      target={{ groupID }}
      id={groupID}
      name={group.groupName || groupID}
      picture={group.faceURL}
      hint={t("qrCode.hintGroup")}
    />
  );
}

interface CardProps {
  target: CodeTarget;
  id: string;
  name: string;
  picture: string;
  hint: string;
}

function Card({ target, id, name, picture, hint }: CardProps) {
  const { t } = useText();
  const image = encodeQR(codeOf(target), "data-url", { scale: SCALE, ecc: "medium" });
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-label={name}>
        <div className={styles.owner}>
          <Avatar name={name} src={picture} kind={"groupID" in target ? "group" : "person"} size={48} />
          <div className={styles.words}>
            <h2 className={styles.name}>{name}</h2>
            <p className={styles.id}>{id}</p>
          </div>
        </div>
        <img className={styles.code} src={image} alt={t("qrCode.of", { name })} />
        <p className={styles.hint}>{hint}</p>
      </section>
      <TextLink href={image} download={`parley-${id}.gif`}>
        {t("qrCode.save")}
      </TextLink>
    </div>
  );
}
