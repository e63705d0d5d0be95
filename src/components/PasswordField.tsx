import { useState } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { IconButton } from "./IconButton.tsx";
import { Eye, EyeOff } from "./icons.ts";
import { TextField, type TextFieldProps } from "./TextField.tsx";

export type PasswordFieldProps = Omit<TextFieldProps, "type" | "suffix">;

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useText();
  const [visible, setVisible] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={visible ? "text" : "password"}
      suffix={
        <IconButton
          icon={visible ? EyeOff : Eye}
          label={t(visible ? "login.hidePassword" : "login.showPassword")}
          tone="quiet"
          size={20}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
