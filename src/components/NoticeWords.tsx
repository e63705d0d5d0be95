import { Fragment, type ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { type NamingContent, noticeParts } from "../text/notice.ts";

export interface NoticeWordsProps {
  content: NamingContent;
  selfID: string;
  name: (userID: string) => ReactNode;
}

/** The sentence of a notice, with the names of its users. */
export function NoticeWords({ content, selfID, name }: NoticeWordsProps) {
  const text = useText();
  return noticeParts(content, text, selfID).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is made of the same pieces for good
    <Fragment key={place}>{typeof part === "string" ? part : name(part.userID)}</Fragment>
  ));
}
