import { useSelector } from "@xstate/react";
import { createContext, type ReactNode, useContext } from "react";
import { canChoose } from "../../../../machines/conversation/forwarded-messages.ts";
import { selectIsOn } from "../../../../machines/conversation/selection.ts";
import { authorOf, type Message } from "../../../../machines/domain/message.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Check } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type SelectionActor, useSend } from "../../../shell/actors.tsx";
import { type Naming, useShown } from "../../../shell/names.ts";
import { oneLine } from "../../../text/oneLine.ts";
import { contentPreview } from "../../../text/preview.ts";
import { clockTime } from "../../../text/time.ts";
import styles from "./Selectable.module.css";

/** Undefined where messages cannot be selected. */
export const SelectionContext = createContext<SelectionActor | undefined>(undefined);

export interface SelectableProps {
  message: Message;
  selfID: string;
  naming: Naming;
  children: ReactNode;
}

/** During a selection, a tap anywhere on a message selects it, and its content is inert. */
export function Selectable({ message, selfID, naming, children }: SelectableProps) {
  const selection = useContext(SelectionContext);
  const isOn = useSelector(selection, (snapshot) => snapshot !== undefined && selectIsOn(snapshot));
  return (
    <div className={styles.holder} data-choosing={isOn || undefined}>
      <div inert={isOn}>{children}</div>
      {isOn && selection && canChoose(message) && (
        <Mark selection={selection} message={message} selfID={selfID} naming={naming} />
      )}
    </div>
  );
}

interface MarkProps extends Omit<SelectableProps, "children"> {
  selection: SelectionActor;
}

const OPENING = 40;

function Mark({ selection, message, selfID, naming }: MarkProps) {
  const text = useText();
  const send = useSend(selection);
  const isChosen = useSelector(selection, ({ context }) =>
    context.chosen.some(({ clientMsgID }) => clientMsgID === message.clientMsgID),
  );
  const { name } = useShown(naming, authorOf(message));
  const words = [...oneLine(contentPreview(message.content, text, selfID))].slice(0, OPENING).join("");
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={text.t("selection.choose", { name, time: clockTime(message.sendTime), words })}
        checked={isChosen}
        onChange={() => send({ type: "user.toggleMessage", message })}
      />
      <span className={styles.circle}>{isChosen && <Icon of={Check} size={16} />}</span>
    </label>
  );
}
