import { useSelector } from "@xstate/react";
import { useCallback } from "react";
import { useSend } from "../../shell/actors.tsx";
import { useFormDraft } from "../../shell/routeActors.ts";

/** The text of the field of this page, which a reload keeps: null until the user types, and what sets it. */
export function useFormText(): [text: string | null, setText: (text: string) => void] {
  const draft = useFormDraft();
  const send = useSend(draft);
  const text = useSelector(draft, (snapshot) => snapshot?.context.text ?? null);
  return [text, useCallback((typed) => send({ type: "user.typeText", text: typed }), [send])];
}
