import type { ComponentProps, ReactElement } from "react";
import { Virtualizer } from "virtua";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { MessageCircle } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import type { Candidate } from "./receivers.ts";

/** Approximate, in CSS pixels. */
const ROW_HEIGHT = 56;

export interface CandidateListProps {
  /** All chats of the user, and those that the search found. */
  all: readonly Candidate[];
  found: readonly Candidate[];
  scroller: ComponentProps<typeof Virtualizer>["scrollRef"];
  /** Height above the rows in the scroller, in CSS pixels. */
  above?: number;
  /** @param isFirst whether the row is the first of its section */
  row: (candidate: Candidate, isFirst: boolean) => ReactElement;
}

/** The chats that a user may choose to send something to. */
export function CandidateList({ all, found, scroller, above = 0, row }: CandidateListProps) {
  const { t } = useText();
  if (found.length === 0)
    return (
      <EmptyState
        icon={MessageCircle}
        text={t(all.length === 0 ? "forwarding.empty" : "forwarding.nothing")}
      />
    );
  return (
    <Virtualizer
      as={List}
      item="li"
      data={found}
      {...(scroller && { scrollRef: scroller })}
      startMargin={above}
      itemSize={ROW_HEIGHT}
    >
      {(one, index) => row(one, one.section !== found[index - 1]?.section)}
    </Virtualizer>
  );
}

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("forwarding.chats")} {...props} />;
}
