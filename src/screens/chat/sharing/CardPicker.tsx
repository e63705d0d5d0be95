import { useSelector } from "@xstate/react";
import { type ComponentProps, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import type { ContactCard } from "../../../../machines/domain/attachment.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { User } from "../../../components/icons.ts";
import { ListRow } from "../../../components/ListRow.tsx";
import { SearchField } from "../../../components/SearchField.tsx";
import { RowsSkeleton } from "../../../components/Skeleton.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useContacts } from "../../../shell/actors.tsx";
import { useCandidates } from "../../choosing/useCandidates.ts";
import styles from "./Sharing.module.css";

const ROW_HEIGHT = 56;

export function CardPicker({ onPick }: { onPick: (card: ContactCard) => void }) {
  const { t } = useText();
  const contacts = useContacts();
  const [query, setQuery] = useState("");
  const { all, found } = useCandidates(query);
  const isLoading = useSelector(contacts, (snapshot) => snapshot?.hasTag("loading") ?? true);
  // The card has the friend's own nickname, because the user's remark is private.
  const pick = (userID: string) => {
    const friend = contacts?.getSnapshot().context.friends.find((one) => one.userID === userID);
    if (friend) onPick({ userID, nickname: friend.nickname, faceURL: friend.faceURL });
  };
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      <SearchField value={query} onChange={setQuery} />
      <div ref={scroller} className={styles.scroller}>
        {found.length > 0 ? (
          <Virtualizer as={List} item="li" data={found} scrollRef={scroller} itemSize={ROW_HEIGHT}>
            {({ key, name, faceURL }) => (
              <ListRow
                key={key}
                leading={<Avatar name={name} src={faceURL} size={40} />}
                title={name}
                onClick={() => pick(key)}
              />
            )}
          </Virtualizer>
        ) : isLoading && all.length === 0 ? (
          <RowsSkeleton />
        ) : (
          <EmptyState icon={User} text={t(all.length === 0 ? "choosing.empty" : "choosing.notFound")} />
        )}
      </div>
    </>
  );
}

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("choosing.friends")} {...props} />;
}
