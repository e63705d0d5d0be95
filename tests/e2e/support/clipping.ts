import type { Page } from "playwright-core";

/**
 * Problems of the visible controls, in words. Empty when each control shows all its text, stays within the screen and
 * its bar, and neither covers another one nor is covered. Texts of users (names, rows with them) may end in an
 * ellipsis.
 */
export function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = "button, a[href], input, textarea, label, [role=menuitem]";
    const bars = "header, nav, footer, [role=dialog]";
    const written = "li, article, [role=log], h1, h2";
    const problems = new Set<string>();

    const boxOf = (element: Element) => element.getBoundingClientRect();
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)}"`;

    /** The element at its middle. Null if it has no size or is outside the screen. */
    const touchedAt = (element: Element) => {
      const { left, top, width, height } = boxOf(element);
      return width > 1 && height > 1 ? document.elementFromPoint(left + width / 2, top + height / 2) : null;
    };
    const isWithin = (one: Element, other: Element) => one.contains(other) || other.contains(one);
    /** A label and its field count as one, and so do a row and the buttons behind it. */
    const isOneThing = (one: Element, other: Element) =>
      isWithin(one, other) || [one, other].some((control) => control.matches("label, label *, li *"));
    /** A touch in its middle hits it: nothing covers it, and it is visible. */
    const isInFront = (element: Element) => {
      const hit = touchedAt(element);
      return hit !== null && isWithin(element, hit);
    };
    /** Another control that takes its touches. Controls under a bar or a sheet do not count. */
    const coverOf = (element: Element) => {
      const cover = touchedAt(element)?.closest(controls);
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!cover || !isVisible || isOneThing(element, cover)) return null;
      return cover.closest(bars) === element.closest(bars) ? cover : null;
    };
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const [width, height] = [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ];
      return (hides(overflowX) && width > 1) || (hides(overflowY) && height > 1);
    };
    const leaves = (element: Element, left: number, right: number) =>
      boxOf(element).left < left - 1 || boxOf(element).right > right + 1;

    const seen = [...document.querySelectorAll(controls)].filter(isInFront);
    for (const control of seen) {
      const isField = control.matches("textarea, input:not([type=radio], [type=checkbox])");
      if (leaves(control, 0, innerWidth)) problems.add(`${nameOf(control)} leaves the screen`);
      const bar = control.parentElement?.closest(bars);
      if (bar && leaves(control, boxOf(bar).left, boxOf(bar).right))
        problems.add(`${nameOf(control)} leaves its bar sideways`);
      const isFixedBar = bar?.matches("header, nav, footer");
      if (
        bar &&
        isFixedBar &&
        (boxOf(control).top < boxOf(bar).top - 1 || boxOf(control).bottom > boxOf(bar).bottom + 1)
      )
        problems.add(`${nameOf(control)} leaves its bar`);
      if (
        !isField &&
        (control.scrollWidth > control.clientWidth + 1 || control.scrollHeight > control.clientHeight + 1)
      )
        problems.add(`${nameOf(control)} is smaller than what it says`);
      if (isField && control.clientHeight < Number.parseFloat(getComputedStyle(control).lineHeight) - 1)
        problems.add(`${nameOf(control)} is lower than a line`);
      for (const part of control.querySelectorAll("*"))
        if (isCut(part) && !part.closest(written) && !part.closest(".visually-hidden"))
          problems.add(`${nameOf(control)} is cut off`);
    }
    for (const control of document.querySelectorAll(controls)) {
      const cover = coverOf(control);
      if (cover) problems.add(`${nameOf(control)} lies under ${nameOf(cover)}`);
    }
    for (const [index, one] of seen.entries())
      for (const other of seen.slice(index + 1)) {
        if (isOneThing(one, other)) continue;
        const [a, b] = [boxOf(one), boxOf(other)];
        const isBar = [one, other].filter((control) => control.closest("header, nav, footer")).length === 1;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 2 && height > 2 && !isBar) problems.add(`${nameOf(one)} lies on ${nameOf(other)}`);
      }
    return [...problems];
  });
}
