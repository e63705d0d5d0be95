/** Recordings that are part of the app, of docs/break-it.md. `/inspector?recording=r9` opens one. */

export function isLessonAsked(search: string): boolean {
  return new URLSearchParams(search).has("recording");
}

const NAME = /^[a-z0-9-]{1,40}$/;

/** Returns the text of the recording that the address asks for; null if it asks for none. Never rejects. */
export async function fetchLesson(search: string): Promise<string | null> {
  const name = new URLSearchParams(search).get("recording");
  if (name === null) return null;
  if (!NAME.test(name)) return "";
  try {
    const response = await fetch(`/lessons/${name}.json`);
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}
