import { useSelector } from "@xstate/react";
import { selectBlocked } from "../../../machines/people/user-profile.ts";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type UserProfileActor, useSend } from "../../shell/actors.tsx";

/** Stops the user's messages and calls (6-09). Shows the chosen value while it is being saved (2-58). */
export function BlockSwitch({ actor }: { actor: UserProfileActor | undefined }) {
  const { t } = useText();
  const send = useSend(actor);
  const isBlocked = useSelector(actor, (snapshot) => snapshot !== undefined && selectBlocked(snapshot));
  const isBusy = useSelector(
    actor,
    (snapshot) => snapshot !== undefined && (snapshot.hasTag("blocking") || snapshot.hasTag("unblocking")),
  );
  return (
    <SwitchRow
      label={t("person.block")}
      hint={t("person.blockHint")}
      checked={isBlocked}
      busy={isBusy}
      onChange={(blocked) => send({ type: "user.setBlocked", blocked })}
    />
  );
}
