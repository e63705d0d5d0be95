import { queryAllByLabelText, queryAllByRole } from "@testing-library/react";
import { Mismatch } from "./mismatch.ts";
import { parseExpectation, type ScreenExpectation } from "./screen-expectation.ts";

export function checkScreen(expectations: readonly string[]): void {
  for (const line of expectations) {
    const expectation = parseExpectation(line);
    const found = expectation.role === "text" ? hasText(expectation.name) : look(expectation).length > 0;
    if (found === expectation.isAbsent)
      throw new Mismatch(`expected to see ${line}\n  in: ${visibleTexts().join(" | ")}`);
  }
}

/** The first visible control of that role and name in any condition; for "text", the element with that text. */
export function find(role: string, name: string): HTMLElement {
  return first(role === "text" ? saying(name) : look(control(role, name)), role, name);
}

export function findIn(place: string, role: string, name: string): HTMLElement {
  const places = [...document.querySelectorAll<HTMLElement>(`[role="${place}"]`)].filter(isVisible);
  return first(
    places.flatMap((one) => look(control(role, name), one)),
    `${role} in ${place}`,
    name,
  );
}

function control(role: string, name: string): ScreenExpectation {
  return { isAbsent: false, role, condition: "any", name, value: null };
}

function first(found: readonly HTMLElement[], role: string, name: string): HTMLElement {
  if (found[0]) return found[0];
  throw new Mismatch(`no ${role} named "${name}" in: ${visibleTexts().join(" | ")}`);
}

function look(
  { role, condition, name, value }: ScreenExpectation,
  within: HTMLElement = document.body,
): HTMLElement[] {
  return [
    ...queryAllByRole(within, role, { name, hidden: true }),
    ...(role === "textbox" ? secretFields(name) : []),
  ]
    .filter(isVisible)
    .filter((element) => value === null || (element as HTMLInputElement).value === value)
    .filter((element) => condition === "any" || conditionOf(element) === condition);
}

/** A password field has no ARIA role, but a user sees a normal field. */
function secretFields(name: string): HTMLElement[] {
  return queryAllByLabelText(document.body, name, { selector: 'input[type="password"]' });
}

function conditionOf(element: HTMLElement): string | null {
  // A busy list can be read like any other; a busy control cannot be pressed.
  if (element.ariaBusy === "true" && !element.matches("ul, ol")) return "busy";
  if (element.matches(":disabled") || element.ariaDisabled === "true") return "disabled";
  if (element.getAttribute("aria-current") === "page") return "current";
  return element instanceof HTMLInputElement && element.checked ? "checked" : null;
}

function hasText(words: string): boolean {
  return visibleTexts().includes(words);
}

/** Every text node on screen, and the full text of every element that has one. */
function visibleTexts(): string[] {
  const texts = visibleNodes().flatMap(([node, element]) => [node.trim(), element.textContent?.trim() ?? ""]);
  return [...new Set(texts)].filter((text) => text !== "");
}

function saying(words: string): HTMLElement[] {
  return visibleNodes().flatMap(([node, element]) =>
    node.trim() === words || element.textContent?.trim() === words ? [element] : [],
  );
}

function visibleNodes(): [text: string, element: HTMLElement][] {
  const nodes: [string, HTMLElement][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && isVisible(node.parentElement))
      nodes.push([node.textContent ?? "", node.parentElement]);
  return nodes;
}

/** Kept-alive screens are hidden by inline styles. jsdom has no layout, so these styles are the only source. */
function isVisible(element: HTMLElement): boolean {
  for (let one: HTMLElement | null = element; one; one = one.parentElement)
    if (one.hidden || one.style.display === "none" || one.inert) return false;
  return true;
}
