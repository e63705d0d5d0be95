/** Characters that draw nothing by themselves: controls, spaces, marks, fillers, the blank of braille. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a name shows at least one character: a name of zero-width characters looks like none. */
export function isVisible(name: string): boolean {
  return !INVISIBLE.test(name);
}
