/**
 * Returns whether the server has another release, so that this page's files are gone. Returns false without an
 * answer, so that an offline page waits for the network.
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
