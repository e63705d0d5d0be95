import { mayTakeFocus } from "../../components/focus.ts";
import { hasMouse } from "../chat/media.ts";

/**
 * The `ref` of the first field of a form. The field takes the focus when it appears, with the caret at the end of its
 * text. Not after a touch: an on-screen keyboard would cover the form (10-03).
 */
export function focusAtOpening(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (!field || !hasMouse() || !mayTakeFocus()) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
