/**
 * jsdom matches its whole default stylesheet anew whenever a style is asked for, and every look by role and name asks
 * for hundreds: a third of the time of the tests with screens. No stylesheet of ours is loaded here, so whether an
 * element is shown follows from its tag, from what is written on it, and from whether something around it is invisible.
 * Each such kind is asked for once, of an element of that kind which stands for the others, and each property of it
 * once. What is written on an element about its place and its size is left out of its kind: a row of a list has its
 * own, and nobody asks for a style to learn it.
 */
if (typeof window !== "undefined" && !("hasKnownStyles" in window)) {
  // Test files share the page, and what is known of it.
  Object.defineProperty(window, "hasKnownStyles", { value: true });
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !isStyled(element)) return compute(element, pseudo);
    const visibility = visibilityOf(element);
    const kind = [
      element.localName,
      element.getAttribute("type"),
      element.getAttribute("hidden"),
      element.getAttribute("style")?.replace(PLACE, ""),
      visibility,
    ].join("|");
    const style = known.get(kind) ?? remembering(compute(standIn(element, visibility)));
    known.set(kind, style);
    return style;
  };
}

/** What a virtual list writes on its rows. */
const PLACE = /(?:^|(?<=;))\s*(?:top|left|width|height)\s*:[^;]*;?/g;

type Styled = HTMLElement | SVGElement;

const isStyled = (element: Element): element is Styled =>
  element instanceof HTMLElement || element instanceof SVGElement;

/** What is written closest to it; visibility is the one thing asked for that comes from further out. */
function visibilityOf(element: Element): string {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (isStyled(one) && one.getAttribute("style")?.includes("visibility")) return one.style.visibility;
  return "";
}

/** Nothing of it changes any more. */
function standIn<Kind extends Styled>(element: Kind, visibility: string): Kind {
  const one = element.ownerDocument.importNode(element, false);
  one.style.visibility = visibility;
  return one;
}

/** jsdom works out inheritance and defaults at every question. */
function remembering(style: CSSStyleDeclaration): CSSStyleDeclaration {
  const read = new Map<PropertyKey, unknown>();
  const values = new Map<string, string>();
  const getPropertyValue = (name: string) => {
    const value = values.get(name) ?? style.getPropertyValue(name);
    values.set(name, value);
    return value;
  };
  return new Proxy(style, {
    get(_, key) {
      if (key === "getPropertyValue") return getPropertyValue;
      if (!read.has(key)) read.set(key, Reflect.get(style, key, style));
      return read.get(key);
    },
  });
}
