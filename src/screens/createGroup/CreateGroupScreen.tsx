import { useSelector } from "@xstate/react";
import { useRef } from "react";
import { LONGEST_NAME } from "../../../machines/domain/group.ts";
import { isVisible } from "../../../machines/domain/visible-text.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useLimited } from "../../components/useLimited.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useMemberPicker } from "../../shell/routeActors.ts";
import { Confirm } from "../choosing/Confirm.tsx";
import styles from "../choosing/PeoplePicker.module.css";
import { PeoplePicker } from "../choosing/PeoplePicker.tsx";

/** Requirements 2-76 and 2-83. */
export default function CreateGroupScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const memberPicker = useMemberPicker();
  const send = useSend(memberPicker);
  const name = useSelector(memberPicker, (snapshot) => snapshot?.context.name ?? "");
  const scroller = useRef<HTMLElement>(null);
  const field = useLimited({
    value: name,
    limit: LONGEST_NAME,
    onChange: (typed) => send({ type: "user.nameGroup", name: typed }),
  });
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("choosing.createTitle")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
      footer={<Confirm what="create" />}
    >
      <PeoplePicker scroller={scroller}>
        <TextField
          className={styles.name}
          label={t("choosing.name")}
          hint={t("changeName.lettersLeft", { count: [...name].length, limit: LONGEST_NAME })}
          error={name !== "" && !isVisible(name) ? t("validation.empty") : null}
          autoFocus
          autoComplete="off"
          {...field}
        />
      </PeoplePicker>
    </Screen>
  );
}
