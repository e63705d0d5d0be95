/** Runs in each test file, so that all have the same layout and no test leaves a page open or a global replaced. */
import { afterEach } from "vitest";
import { installLayout } from "../fakes/layout.ts";
import { closePage } from "./opened.ts";

/** High enough for every row of a list. */
installLayout(() => 20_000);

afterEach(() => {
  closePage();
  document.documentElement.removeAttribute("lang");
});
