import { type RefObject, useEffect } from "react";

/** An error takes the cursor to where it can be put right: the input of that name, if the form has one. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, name: string, error: object | null) {
  useEffect(() => {
    const input = error && form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }, [form, name, error]);
}
