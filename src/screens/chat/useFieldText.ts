import { type RefObject, useLayoutEffect } from "react";
import type { ComposerActor } from "../../shell/actors.tsx";

/**
 * Keeps what stands in `field` and what the chart has of it the same, with no drawing in between: the field is ahead
 * by what is typed, and follows where the chart says something else, as of a message that was sent, a draft that came
 * back, or a mention that lost a letter. What says the same already is never set: that would end an input method's
 * word and forget what could be undone. `placeholder` is there while the field is empty.
 */
export function useFieldText(
  composer: ComposerActor,
  field: RefObject<HTMLTextAreaElement | null>,
  placeholder: string,
): void {
  useLayoutEffect(() => {
    const follow = () => {
      if (!field.current) return;
      show(composer.getSnapshot().context, field.current);
      // A browser draws anew with every letter what it does not show.
      const shown = field.current.value === "" ? placeholder : "";
      if (field.current.placeholder !== shown) field.current.placeholder = shown;
    };
    follow();
    const subscription = composer.subscribe(follow);
    return () => subscription.unsubscribe();
  }, [composer, field, placeholder]);
}

function show({ text, caret }: { text: string; caret: number }, field: HTMLTextAreaElement): void {
  if (field.value !== text && field.value !== linesOf(text)) {
    field.value = text;
    // The caret is at the end now. It is moved where it must be only: some browsers give the focus to a field for that.
    const place = Math.min(caret, field.textLength);
    if (field.selectionEnd !== place) field.setSelectionRange(place, place);
  }
  const { parentElement: box } = field;
  if (box && !SIZES_ITSELF) box.dataset.text = field.value;
}

/** A field knows one way to end a line. */
function linesOf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Whether the browser gives a field the height of its text; in others a copy of the text does. */
const SIZES_ITSELF = globalThis.CSS?.supports?.("field-sizing", "content") ?? false;
