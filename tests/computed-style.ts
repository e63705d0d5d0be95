/**
 * Caches `getComputedStyle`. jsdom matches its whole default stylesheet for each call, and each query by role and name
 * makes hundreds of calls: a third of the time of the screen tests. Tests load no stylesheet, so visibility depends
 * only on the tag, on inline styles and on an invisible ancestor. Each kind of element is computed once on a stand-in,
 * and each property is read once. Inline position and size are not part of the kind: every list row has its own, and no
 * test reads them.
 */
if (typeof window !== "undefined" && !("hasKnownStyles" in window)) {
  // Test files share the window and therefore the cache.
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

/** Position and size that a virtual list writes on its rows. */
const PLACE = /(?:^|(?<=;))\s*(?:top|left|width|height)\s*:[^;]*;?/g;

type Styled = HTMLElement | SVGElement;

const isStyled = (element: Element): element is Styled =>
  element instanceof HTMLElement || element instanceof SVGElement;

/** Returns the nearest inline visibility, the only inherited property that tests ask for. */
function visibilityOf(element: Element): string {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (isStyled(one) && one.getAttribute("style")?.includes("visibility")) return one.style.visibility;
  return "";
}

/** Returns a detached copy that never changes. */
function standIn<Kind extends Styled>(element: Kind, visibility: string): Kind {
  const one = element.ownerDocument.importNode(element, false);
  one.style.visibility = visibility;
  return one;
}

/** jsdom computes inheritance and defaults on every read. */
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
