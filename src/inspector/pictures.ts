import address from "../../docs/pictures/states.json?url";
import { type Pictured, readPictured } from "./pictured.ts";

/** The addresses of the kept pictures. Each picture is fetched when it is shown. */
const files = import.meta.glob<string>("../../docs/pictures/*/*.png", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});

/** Returns the address of a picture that `states.json` names, or null if it is not there. */
export const addressOf = (name: string): string | null => files[`../../docs/pictures/${name}.png`] ?? null;

/** Returns what is known of the pictures of each chart. Rejects if the file cannot be fetched or read. */
export async function fetchPictured(): Promise<ReadonlyMap<string, Pictured>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Map(Object.entries(readPictured(await answer.text())));
}
