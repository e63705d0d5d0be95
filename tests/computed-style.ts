/**
 * jsdom matches its whole default stylesheet anew whenever a style is asked for, and every look by role and name asks
 * for hundreds: a third of the time of the tests with screens. No stylesheet of ours is loaded here, so how an element
 * looks follows from its tag, from what is written on it, and from whether something around it is invisible. Each such
 * kind is asked for once, of an element of that kind which stands for the others.
 */
if (typeof window !== "undefined") {
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof HTMLElement)) return compute(element, pseudo);
    const visibility = visibilityOf(element);
    const written = ["type", "style", "hidden"].map((name) => element.getAttribute(name));
    const kind = [element.localName, ...written, visibility].join("|");
    const style = known.get(kind) ?? compute(standIn(element, visibility));
    known.set(kind, style);
    return style;
  };
}

/** What is written closest to it; visibility is the one thing asked for that comes from further out. */
function visibilityOf(element: HTMLElement): string {
  for (let one: HTMLElement | null = element; one; one = one.parentElement)
    if (one.getAttribute("style")?.includes("visibility")) return one.style.visibility;
  return "";
}

/** Nothing of it changes any more. */
function standIn(element: HTMLElement, visibility: string): Element {
  const one = element.ownerDocument.importNode(element, false);
  one.style.visibility = visibility;
  return one;
}
