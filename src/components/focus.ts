/**
 * Returns whether a new layer may take the focus. False in an iframe without focus, such as the second phone of /duo:
 * the user's typing would go to the wrong frame.
 */
export function mayTakeFocus(): boolean {
  return window.parent === window || document.hasFocus();
}
