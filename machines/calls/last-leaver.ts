/**
 * A user who leaves a room of many sends a bye to the others, and stays connected for a moment. If several users leave
 * at about the same time, this finds the last of them (R23).
 */

export interface Bye {
  /** The id of the participant in this room; a user who comes back has another. */
  id: string;
  /** The ids whose bye this participant received before it left. */
  heard: readonly string[];
}

/** Most ids in a bye. */
export const MOST_HEARD = 100;

/**
 * Returns whether the participant of `own` left last; null while others are in. A participant whose bye another one
 * received before leaving left earlier. The other byes crossed each other: of these the smallest id is the last, so that
 * all participants decide alike.
 */
export function wasLast(
  own: Bye,
  { byes, others }: { byes: readonly Bye[]; others: readonly string[] },
): boolean | null {
  const all = [own, ...byes];
  if (others.some((other) => !all.some(({ id }) => id === other))) return null;
  const heard = new Set(all.flatMap((bye) => bye.heard));
  const [last] = all
    .map(({ id }) => id)
    .filter((id) => !heard.has(id))
    .sort();
  return last === own.id;
}
