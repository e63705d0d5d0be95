import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Gender } from "../../../machines/domain/people.ts";
import type { OwnDetails } from "../../../machines/people/own-profile.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Choices } from "../../components/Choices.tsx";
import { ErrorState } from "../../components/EmptyState.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { birthdayText } from "../../text/birthday.ts";
import { changeNamePath } from "../changeName/origin.ts";
import { OwnPage } from "../ownProfile/OwnPage.tsx";
import { useOwnChange, useOwnDetails, useSelf } from "../ownProfile/useOwnProfile.ts";
import { PortraitPicker } from "../portrait/PortraitPicker.tsx";
import { BirthdaySheet } from "./BirthdaySheet.tsx";

/** Requirements 2-43 and 2-64. */
export default function SelfInfoScreen() {
  const { t } = useText();
  return (
    <OwnPage title={t("profile.myInfo")}>
      <Introduction />
      <Facts />
    </OwnPage>
  );
}

function Introduction() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const self = useSelf();
  const { change, pending } = useOwnChange();
  const input = useRef<HTMLInputElement>(null);
  if (!self) return null;
  const { userID, nickname, faceURL } = self;
  return (
    <RowGroup>
      <ListRow
        title={t("person.picture")}
        end={pending?.kind === "picture" ? <Spinner /> : <Avatar name={nickname} src={faceURL} size={40} />}
        chevron
        aria-busy={pending?.kind === "picture" || undefined}
        onClick={() => input.current?.click()}
      />
      <PortraitPicker input={input} onPick={(portrait) => change({ kind: "picture", portrait })} />
      <ListRow
        title={t("self.name")}
        aside={nickname}
        chevron
        onClick={() => navigate(changeNamePath({ userID, nickname }))}
      />
    </RowGroup>
  );
}

function Facts() {
  const { t } = useText();
  const { details, hasFailed, retry } = useOwnDetails();
  if (details) return <Details details={details} />;
  return hasFailed ? <ErrorState text={t("self.loadFailed")} onRetry={retry} /> : <RowsSkeleton rows={4} />;
}

const GENDERS = [
  { value: 0, words: "person.female" },
  { value: 1, words: "person.male" },
  { value: 2, words: "self.notSaid" },
] as const satisfies readonly { value: Gender; words: string }[];

/** A new value is shown while it is being saved. */
function Details({ details }: { details: OwnDetails }) {
  const { t, language } = useText();
  const { change, pending } = useOwnChange();
  const [open, setOpen] = useState<"gender" | "birthday" | null>(null);
  const close = () => setOpen(null);
  const gender = pending?.kind === "gender" ? pending.gender : details.gender;
  const birth = pending?.kind === "birth" ? pending.birth : details.birth;
  const isBusy = pending !== null;
  return (
    <>
      <RowGroup>
        <ListRow
          title={t("person.gender")}
          aside={t(GENDERS[gender].words)}
          chevron
          aria-busy={pending?.kind === "gender" || undefined}
          onClick={() => setOpen("gender")}
        />
        <ListRow
          title={t("person.birthday")}
          aside={(birth && birthdayText(birth, language)) || t("self.notSet")}
          chevron
          aria-busy={pending?.kind === "birth" || undefined}
          onClick={() => setOpen("birthday")}
        />
      </RowGroup>
      <RowGroup>
        <ListRow title={t("person.phone")} aside={details.phone ?? t("self.notSet")} />
        <ListRow title={t("person.email")} aside={details.email ?? t("self.notSet")} />
      </RowGroup>
      <Sheet open={open === "gender"} onClose={close} title={t("person.gender")}>
        <Choices
          label={t("person.gender")}
          options={GENDERS.map(({ value, words }) => ({ value, label: t(words) }))}
          value={gender}
          busy={isBusy}
          onChange={(chosen) => {
            change({ kind: "gender", gender: chosen });
            close();
          }}
        />
      </Sheet>
      <BirthdaySheet
        open={open === "birthday"}
        onClose={close}
        birth={birth ?? null}
        isBusy={isBusy}
        onChange={(chosen) => change({ kind: "birth", birth: chosen })}
      />
    </>
  );
}
