/** The address of somebody's card (2-35). */
export function userCardPath(userID: string): string {
  return `/userCard?${new URLSearchParams({ userID })}`;
}

/** Whose card an address with that query shows; empty when it names nobody. */
export function userIn(search: string): string {
  return new URLSearchParams(search).get("userID") ?? "";
}
