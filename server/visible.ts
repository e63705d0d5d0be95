const invisible = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const isVisible = (name: string) => !invisible.test(name);

export const invisibleName = "must have a visible character";
