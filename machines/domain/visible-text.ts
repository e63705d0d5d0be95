/** Characters that show nothing: controls, spaces, marks, fillers, the braille blank. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a name or a message has at least one visible character. Of zero-width characters alone it looks empty. */
export function isVisible(text: string): boolean {
  return !INVISIBLE.test(text);
}
