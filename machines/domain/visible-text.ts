/** Characters that show nothing: controls, spaces, marks, fillers, the braille blank. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a name has at least one visible character: a name of zero-width characters looks empty. */
export function isVisible(name: string): boolean {
  return !INVISIBLE.test(name);
}
