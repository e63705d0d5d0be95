// @vitest-environment jsdom
import { expect, it } from "vitest";

const FORM = `
  <label for="name">Name</label> <label for="name">as others see it</label> <input id="name">
  <label>Text <textarea></textarea> <button>Clear</button></label>
  <label for="">Nothing <select></select></label>
  <label for="missing">Nothing <progress></progress></label>
  <label for="twice">First</label> <button id="twice">One</button> <button id="twice">Two</button>
  <label for="hidden">Hidden</label> <input type="hidden" id="hidden">`;

it("finds the same labels as jsdom's control of a label, in the page and outside", () => {
  const inside = document.createElement("form");
  inside.innerHTML = FORM;
  document.body.append(inside);
  const outside = document.createElement("form");
  outside.innerHTML = FORM;
  for (const form of [inside, outside]) {
    const labels = [...form.querySelectorAll("label")];
    const found = [...form.querySelectorAll("input, textarea, button, select, progress")].map((control) => {
      const own = "labels" in control ? control.labels : undefined;
      expect(own).toEqual(
        control.matches("[type=hidden]") ? null : labels.filter((one) => one.control === control),
      );
      return Array.isArray(own) ? own.map(({ textContent }) => textContent?.trim().split(" ")[0]) : own;
    });
    expect(found).toEqual([["Name", "as"], ["Text"], [], [], [], ["First"], [], null]);
  }
  inside.remove();
});
