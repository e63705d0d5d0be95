import { Fragment, type ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { type NamingContent, noticeParts } from "../text/notice.ts";

export interface NoticeTextProps {
  content: NamingContent;
  selfID: string;
  name: (userID: string) => ReactNode;
  /** Shows an announcement to its end. */
  isWhole?: boolean;
  /** Draws the text between names; as it is by default. */
  draw?: (text: string) => ReactNode;
}

/** The sentence of a notice, with the names of its users. */
export function NoticeText({ content, selfID, name, isWhole, draw = asIs }: NoticeTextProps) {
  const text = useText();
  return noticeParts(content, text, selfID, isWhole).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
    <Fragment key={place}>{typeof part === "string" ? draw(part) : name(part.userID)}</Fragment>
  ));
}

const asIs = (text: string) => text;
