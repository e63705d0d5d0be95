import { useSelector } from "@xstate/react";
import {
  type ComponentProps,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useState,
} from "react";
import { Virtualizer } from "virtua";
import { Avatar } from "../../components/Avatar.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { User } from "../../components/icons.ts";
import { PickRow } from "../../components/PickRow.tsx";
import { PickTray } from "../../components/PickTray.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useSend } from "../../shell/actors.tsx";
import { useMemberPicker } from "../../shell/routeActors.ts";
import type { Entry } from "../contact/entries.ts";
import styles from "./PeoplePicker.module.css";
import { useCandidates } from "./useCandidates.ts";

/** Approximate height above the rows and of a row, in CSS pixels. */
const ABOVE = 220;
const ROW_HEIGHT = 56;

const NOBODY: readonly string[] = [];

export interface PeoplePickerProps {
  scroller: RefObject<HTMLElement | null>;
  /** Members of the group cannot be picked. */
  taken?: ReadonlySet<string> | undefined;
  children?: ReactNode;
}

/** Requirement 2-62. */
export function PeoplePicker({ scroller, taken, children }: PeoplePickerProps) {
  const { t } = useText();
  const memberPicker = useMemberPicker();
  const send = useSend(memberPicker);
  const [query, setQuery] = useState("");
  const { all, found } = useCandidates(query);
  const picked = useSelector(memberPicker, (snapshot) => snapshot?.context.picked ?? NOBODY);
  const entries = useMemo(() => new Map(all.map((entry) => [entry.key, entry])), [all]);
  const picks = picked.map((key) => {
    const { name = key, faceURL } = entries.get(key) ?? {};
    return { key, name, faceURL, unpick: t("choosing.unpick", { name }) };
  });
  const isLoading = useSelector(useContacts(), (contacts) => contacts?.hasTag("loading") ?? true);
  const pick = useCallback((userID: string) => send({ type: "user.pick", userID }), [send]);
  return (
    <>
      {children}
      {picked.length > 0 && <PickTray label={t("choosing.picked")} picks={picks} onUnpick={pick} />}
      <SearchField value={query} onChange={setQuery} />
      {found.length > 0 ? (
        <Virtualizer
          as={List}
          item="li"
          data={found}
          scrollRef={scroller}
          startMargin={ABOVE}
          itemSize={ROW_HEIGHT}
        >
          {(entry) => (
            <Candidate
              key={entry.key}
              entry={entry}
              isPicked={picked.includes(entry.key)}
              isTaken={taken?.has(entry.key) ?? false}
              onPick={pick}
            />
          )}
        </Virtualizer>
      ) : isLoading && all.length === 0 ? (
        <RowsSkeleton />
      ) : (
        <EmptyState icon={User} text={t(all.length === 0 ? "choosing.empty" : "choosing.notFound")} />
      )}
    </>
  );
}

interface CandidateProps {
  entry: Entry;
  isPicked: boolean;
  isTaken: boolean;
  onPick: (userID: string) => void;
}

/** The list renders at each scroll step. Unchanged rows do not. */
const Candidate = memo(function Candidate({ entry, isPicked, isTaken, onPick }: CandidateProps) {
  const { t } = useText();
  return (
    <>
      {entry.letter !== null && <h2 className={styles.letter}>{entry.letter}</h2>}
      <PickRow
        leading={<Avatar name={entry.name} src={entry.faceURL} size={40} />}
        name={entry.name}
        aside={isTaken ? t("choosing.inGroup") : undefined}
        checked={isPicked || isTaken}
        disabled={isTaken}
        onChange={() => onPick(entry.key)}
      />
    </>
  );
});

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("choosing.friends")} {...props} />;
}
