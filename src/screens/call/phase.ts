/** Returns the first of `tags` that the snapshot has; "connecting" without one of them. */
export function phaseOf<Tag extends string>(
  snapshot: { hasTag(tag: NoInfer<Tag>): boolean },
  tags: readonly Tag[],
): Tag | "connecting" {
  return tags.find((tag) => snapshot.hasTag(tag)) ?? "connecting";
}
