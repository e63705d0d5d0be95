/** The release this page is of, and the one the server has now. */

/**
 * Whether the server hands out another release than this page's, whose files are gone then. False where nobody
 * answers, so that a page without a network waits for it.
 */
export async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector("script[type=module][src]")?.getAttribute("src");
  if (!entry) return false;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
}
