/**
 * Finds the labels of a control with two look-ups. jsdom walks the whole page for each control, and once more for each
 * label with `for`; each query by role and name asks for the labels of many controls.
 */
if (typeof window !== "undefined")
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
    HTMLProgressElement,
  ])
    Object.defineProperty(prototype, "labels", { configurable: true, get: labelsOf });

function labelsOf(this: HTMLElement): HTMLLabelElement[] | null {
  if (this instanceof HTMLInputElement && this.type === "hidden") return null;
  const root = this.getRootNode();
  if (root instanceof Document)
    return [...root.getElementsByTagName("label")].filter((label) =>
      label.htmlFor === "" ? label.control === this : root.getElementById(label.htmlFor) === this,
    );
  if (!(root instanceof Element || root instanceof DocumentFragment)) return [];
  const labels = [root, ...root.querySelectorAll("label")].filter((one) => one instanceof HTMLLabelElement);
  return labels.filter(({ control }) => control === this);
}
