import { type RefObject, useEffect } from "react";

/** On an error, focuses the input of that name if the form has it. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, name: string, error: object | null) {
  useEffect(() => {
    const input = error && form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }, [form, name, error]);
}
