import { Fragment, type ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { type NamingContent, noticeParts } from "../text/notice.ts";
import { InBlocks } from "./InBlocks.tsx";

export interface NoticeTextProps {
  content: NamingContent;
  selfID: string;
  name: (userID: string) => ReactNode;
  /** Shows an announcement to its end. */
  isWhole?: boolean;
}

/** The sentence of a notice, with the names of its users. */
export function NoticeText({ content, selfID, name, isWhole }: NoticeTextProps) {
  const text = useText();
  return noticeParts(content, text, selfID, isWhole).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
    <Fragment key={place}>{typeof part === "string" ? <InBlocks text={part} /> : name(part.userID)}</Fragment>
  ));
}
