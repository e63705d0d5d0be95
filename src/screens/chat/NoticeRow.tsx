import type { ReactNode } from "react";
import type { MessageContent } from "../../../machines/domain/message.ts";
import { InBlocks } from "../../components/InBlocks.tsx";
import { NoticeText } from "../../components/NoticeText.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type Naming, useShown } from "../../shell/names.ts";
import { useNavigate } from "../../shell/router.tsx";
import { isNaming } from "../../text/notice.ts";
import { contentPreview } from "../../text/preview.ts";
import { memberCardPath } from "../group/place.ts";
import styles from "./NoticeRow.module.css";
import { useMayLookAt } from "./useMembership.ts";

export interface NoticeRowProps {
  content: MessageContent;
  selfID: string;
  naming: Naming;
  children?: ReactNode;
}

export function NoticeRow({ content, selfID, naming, children }: NoticeRowProps) {
  const text = useText();
  if (!isNaming(content))
    return <article className={styles.notice}>{contentPreview(content, text, selfID)}</article>;
  return (
    <article className={styles.notice}>
      <NoticeText
        isWhole
        draw={(words) => <InBlocks text={words} />}
        content={content}
        selfID={selfID}
        name={(userID) => <Name userID={userID} naming={naming} />}
      />
      {children}
    </article>
  );
}

/** Shows the user's current name, not the name in the notice. In a group it opens the user's card (3-76). */
function Name({ userID, naming }: { userID: string; naming: Naming }) {
  const { name } = useShown(naming, userID);
  const mayLook = useMayLookAt(userID);
  const navigate = useNavigate();
  if (naming.groupID === "" || !mayLook) return name;
  return (
    <button
      type="button"
      // Not a tab stop, like avatars: the member list leads to the same card.
      tabIndex={-1}
      className={styles.name}
      onClick={() => navigate(memberCardPath(naming.groupID, userID))}
    >
      {name}
    </button>
  );
}
