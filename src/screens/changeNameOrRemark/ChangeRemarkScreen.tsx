import { useSelector } from "@xstate/react";
import type { FormEvent } from "react";
import * as v from "valibot";
import { useSearch } from "wouter";
import { LONGEST_REMARK, remarkToKeep } from "../../../machines/domain/relationship.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { User } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useUserProfile } from "../../shell/routeActors.ts";
import { focusAtOpening } from "../form/focusAtOpening.ts";
import { useFormText } from "../form/useFormText.ts";
import styles from "../person/Form.module.css";

const Info = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userID: v.pipe(v.string(), v.minLength(1)),
    nickname: v.nullish(v.string(), ""),
    remark: v.nullish(v.string(), ""),
  }),
);
type FriendInfo = v.InferOutput<typeof Info>;

/** The user's remark for a friend (2-77). Shows an empty state for an address without a friend. */
export default function ChangeRemarkScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const info = v.safeParse(Info, new URLSearchParams(useSearch()).get("friendInfo"));
  const goBack = () => send({ type: "user.back" });
  return (
    <Screen sunken bar={<NavBar title={t("person.remark")} start={<BackButton onClick={goBack} />} />}>
      {info.success ? (
        <RemarkForm info={info.output} />
      ) : (
        <EmptyState
          icon={User}
          text={t("person.nobody")}
          action={{ label: t("person.goBack"), onClick: goBack }}
        />
      )}
    </Screen>
  );
}

function RemarkForm({ info }: { info: FriendInfo }) {
  const { t } = useText();
  const actor = useUserProfile(info.userID);
  const send = useSend(actor);
  const saved = useSelector(actor, (snapshot) => snapshot?.context.friend?.remark) ?? info.remark;
  const isFriend = useSelector(actor, (snapshot) => snapshot?.context.friend !== null);
  const isStrange = useSelector(actor, (snapshot) => snapshot?.context.baseInfo !== null) && !isFriend;
  const isSaving = useSelector(actor, (snapshot) => snapshot?.hasTag("savingRemark") ?? false);
  const [typed, setTyped] = useFormText();
  const text = typed ?? saved;
  const remark = remarkToKeep(text);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (remark !== null) send({ type: "user.setRemark", remark });
  };
  if (isStrange) return <EmptyState icon={User} text={t("person.noContact")} />;
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        ref={focusAtOpening}
        label={t("person.remark")}
        autoComplete="off"
        maxLength={LONGEST_REMARK}
        placeholder={info.nickname}
        hint={t("person.count", { count: [...text].length, limit: LONGEST_REMARK })}
        value={text}
        onChange={setTyped}
      />
      <Button type="submit" block busy={isSaving} disabled={remark === null || remark === saved}>
        {t("person.save")}
      </Button>
    </form>
  );
}
