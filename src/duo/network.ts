/** How a phone's network is made to be, by the embedded backend: `POST /demo/network`. */
export const NETWORKS = ["online", "slow", "cut"] as const;
export type Network = (typeof NETWORKS)[number];

/** Resolves once it is so; rejects where the server says no, or nothing. */
export async function setNetwork(userID: string, state: Network): Promise<void> {
  const answer = await fetch("/demo/network", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userID, state }),
  });
  if (!answer.ok) throw new Error(`the network stays as it is: ${answer.status}`);
}

/** Whether this server has demo people, and so two phones. */
export async function hasDemo(): Promise<boolean> {
  try {
    const answer = await fetch("/demo/people", { headers: { Accept: "application/json" } });
    return answer.ok && /json/.test(answer.headers.get("Content-Type") ?? "");
  } catch {
    return false;
  }
}
