import type { ReactNode } from "react";
import type { MessageContent } from "../../../machines/domain/message.ts";
import { NoticeWords } from "../../components/NoticeWords.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { type Naming, useShown } from "../../shell/names.ts";
import { isNaming } from "../../text/notice.ts";
import { contentPreview } from "../../text/preview.ts";
import { memberCardPath } from "../group/place.ts";
import styles from "./NoticeRow.module.css";
import { useMayLookAt } from "./useMembership.ts";

export interface NoticeRowProps {
  content: MessageContent;
  /** The signed-in person's user id. */
  selfID: string;
  naming: Naming;
  /** Behind the words: what can be done about it. */
  children?: ReactNode;
}

/** What happened rather than what somebody said: small, in the middle. */
export function NoticeRow({ content, selfID, naming, children }: NoticeRowProps) {
  const text = useText();
  if (!isNaming(content))
    return <article className={styles.notice}>{contentPreview(content, text, selfID)}</article>;
  return (
    <article className={styles.notice}>
      <NoticeWords
        content={content}
        selfID={selfID}
        name={(userID) => <Name userID={userID} naming={naming} />}
      />
      {children}
    </article>
  );
}

/** Somebody's name by their account, whatever the notice calls them; in a group it leads to their card (3-76). */
function Name({ userID, naming }: { userID: string; naming: Naming }) {
  const { name } = useShown(naming, userID);
  const mayLook = useMayLookAt(userID);
  const toNavigation = useSend(useNavigation());
  if (naming.groupID === "" || !mayLook) return name;
  return (
    <button
      type="button"
      // As with the faces: the list of members leads there as well.
      tabIndex={-1}
      className={styles.name}
      onClick={() => toNavigation({ type: "user.navigate", to: memberCardPath(naming.groupID, userID) })}
    >
      {name}
    </button>
  );
}
