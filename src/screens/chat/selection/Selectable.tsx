import { useSelector } from "@xstate/react";
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from "react";
import { canChoose } from "../../../../machines/conversation/forwarded-messages.ts";
import { selectIsOn } from "../../../../machines/conversation/selection.ts";
import { authorOf, type Message } from "../../../../machines/domain/message.ts";
import { mayTakeFocus } from "../../../components/focus.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Check } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type SelectionActor, useSend } from "../../../shell/actors.tsx";
import { type Naming, useShown } from "../../../shell/names.ts";
import { oneLine } from "../../../text/oneLine.ts";
import { contentPreview } from "../../../text/preview.ts";
import { clockTime } from "../../../text/time.ts";
import { MESSAGE_STOP } from "../keyboard.ts";
import styles from "./Selectable.module.css";

/** Undefined where messages cannot be selected. */
export const SelectionContext = createContext<SelectionActor | undefined>(undefined);

/** Whether messages are being selected. */
export function useIsSelecting(): boolean {
  const selection = useContext(SelectionContext);
  return useSelector(selection, (snapshot) => snapshot !== undefined && selectIsOn(snapshot));
}

export interface SelectableProps {
  message: Message;
  selfID: string;
  naming: Naming;
  children: ReactNode;
}

/** During a selection, a tap anywhere on a message selects it, and its content is inert. */
export function Selectable({ message, selfID, naming, children }: SelectableProps) {
  const isOn = useIsSelecting();
  return (
    <div className={styles.holder} data-choosing={isOn || undefined}>
      <div inert={isOn}>{children}</div>
      <SelectionMark message={message} selfID={selfID} naming={naming} />
    </div>
  );
}

/** Leaves room for the marks at the start of the row. */
export function SelectionHolder({ children }: { children: ReactNode }) {
  return (
    <div className={styles.holder} data-choosing={useIsSelecting() || undefined}>
      {children}
    </div>
  );
}

export interface SelectionMarkProps extends Omit<SelectableProps, "children"> {
  /** In a part of an album, instead of the whole row. */
  isInside?: boolean;
}

/** Covers the element around it during a selection. */
export function SelectionMark({ message, isInside = false, ...rest }: SelectionMarkProps) {
  const selection = useContext(SelectionContext);
  const isOn = useIsSelecting();
  if (!isOn || !selection || !canChoose(message)) return null;
  return <Mark {...rest} selection={selection} message={message} isInside={isInside} />;
}

interface MarkProps extends Required<SelectionMarkProps> {
  selection: SelectionActor;
}

const OPENING = 40;

/** What may have the focus when a selection begins, and must not keep it. */
const LOST = "body, [role=menu], [role=menuitem], [role=log], [inert] *";

function Mark({ selection, message, selfID, naming, isInside }: MarkProps) {
  const text = useText();
  const send = useSend(selection);
  const isChosen = useSelector(selection, ({ context }) =>
    context.chosen.some(({ clientMsgID }) => clientMsgID === message.clientMsgID),
  );
  const box = useRef<HTMLInputElement>(null);
  const isFirst = useRef(isChosen);
  useLayoutEffect(() => {
    // The menu that began the selection is gone, and the button that opened it is inert: the log may have its focus.
    const isLost = document.activeElement?.matches(LOST);
    if (isFirst.current && isLost && mayTakeFocus()) box.current?.focus({ preventScroll: true });
  }, []);
  const { name } = useShown(naming, authorOf(message));
  const words = [...oneLine(contentPreview(message.content, text, selfID))].slice(0, OPENING).join("");
  return (
    <label className={styles.mark} data-inside={isInside || undefined}>
      <input
        ref={box}
        type="checkbox"
        {...{ [MESSAGE_STOP]: "" }}
        className={styles.box}
        aria-label={text.t("selection.choose", { name, time: clockTime(message.sendTime), words })}
        checked={isChosen}
        onChange={() => send({ type: "user.toggleMessage", message })}
      />
      <span className={styles.circle}>{isChosen && <Icon of={Check} size={16} />}</span>
    </label>
  );
}
