/** Types a keyword that is another than before. */
export function typing({ keyword: before }: { keyword: string }, keyword: string) {
  return keyword === before ? null : ({ type: "user.typeKeyword", keyword } as const);
}

export function keywordOf(event: unknown): string {
  return typeof event === "object" && event !== null && "keyword" in event ? String(event.keyword) : "";
}
