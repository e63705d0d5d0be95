/** Characters that draw nothing by themselves: controls, spaces, marks, fillers, the blank of braille. */
const invisible = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a name shows at least one character. */
export const isVisible = (name: string) => !invisible.test(name);

/** What is said of a name that does not. */
export const invisibleName = "must have a visible character";
