import type { ComposerActor } from "../../app/actors.tsx";

/** The chart may have made something else of what was typed, as of a mention that lost a letter: the field follows. */
export function follow(composer: ComposerActor, field: HTMLTextAreaElement): void {
  const { text, caret } = composer.getSnapshot().context;
  if (field.value === text) return;
  field.value = text;
  field.setSelectionRange(caret, caret);
}
