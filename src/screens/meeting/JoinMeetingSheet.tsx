import { type FormEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { meetingPath, readMeeting } from "../../../machines/domain/meeting-link.ts";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { ADD_ACTIONS } from "../addActions.ts";
import styles from "./JoinMeetingSheet.module.css";

export interface JoinMeetingSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Leads to a meeting by its id, its link or its code. */
export function JoinMeetingSheet({ open, onClose }: JoinMeetingSheetProps) {
  const { t } = useText();
  const { takeMeetingKey } = useOutside();
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setText("");
    setRefused(false);
    onClose();
  };
  const go = (path: string) => {
    close();
    navigate(path);
  };
  const join = (event: FormEvent) => {
    event.preventDefault();
    const roomID = readMeeting(takeMeetingKey(text));
    if (roomID === null) {
      setRefused(true);
      field.current?.focus();
    } else {
      go(meetingPath(roomID));
    }
  };
  return (
    <Sheet open={open} onClose={close} title={t("meeting.join")} initialFocus={field}>
      <form className={styles.form} onSubmit={join} noValidate>
        <TextField
          ref={field}
          label={t("meeting.address")}
          error={isRefused ? t("meeting.badAddress") : undefined}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setRefused(false);
          }}
          maxLength={2048}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" block disabled={text.trim() === ""}>
          {t("meeting.joinNow")}
        </Button>
        <Button variant="secondary" block onClick={() => go(ADD_ACTIONS.scan.path)}>
          {t("meeting.scan")}
        </Button>
      </form>
    </Sheet>
  );
}
