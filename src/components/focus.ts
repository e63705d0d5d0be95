/**
 * Whether what comes to the front may take the focus: not on a page whose person is at another one of the same window,
 * as with the two phones of /duo. Their letters would go there.
 */
export function mayTakeFocus(): boolean {
  return window.parent === window || document.hasFocus();
}
