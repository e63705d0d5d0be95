import { type RefObject, useLayoutEffect } from "react";
import type { ComposerActor } from "../../shell/actors.tsx";

/**
 * Keeps `field` and the chart's text equal without rendering. The chart wins after a send, a restored draft, or a
 * mention that lost a character. An equal value is never set, because that would end an input method's composition and
 * clear the undo history.
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
      // Browsers paint a hidden placeholder again at each keystroke.
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
    // Setting the value moves the caret to the end. Skip a needless selection, because some browsers focus the field
    // for it.
    const place = Math.min(caret, field.textLength);
    if (field.selectionEnd !== place) field.setSelectionRange(place, place);
  }
  const { parentElement: box } = field;
  if (box && !SIZES_ITSELF) box.dataset.text = field.value;
}

/** A textarea converts all line ends to "\n". */
function linesOf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Without `field-sizing`, a copy of the text gives the field its height. */
const SIZES_ITSELF = globalThis.CSS?.supports?.("field-sizing", "content") ?? false;
