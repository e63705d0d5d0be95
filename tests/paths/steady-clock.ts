/**
 * A simulated clock for charts. Timers that are due at the same time fire in the order in which they were set, as
 * those of a browser do. With XState's own clock the existence of other timers decides what fires.
 */
export class SteadyClock {
  #now = 0;
  #nextID = 0;
  readonly #timers = new Map<number, { at: number; task: (...args: unknown[]) => void }>();

  now(): number {
    return this.#now;
  }

  setTimeout(task: (...args: unknown[]) => void, milliseconds: number): number {
    const id = this.#nextID++;
    this.#timers.set(id, { at: this.#now + milliseconds, task });
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
  }

  /** Advances by that many milliseconds, then fires what is due. A timer that is set meanwhile waits for the next call. */
  increment(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.#now);
    for (const [id, { task }] of due.sort(([one, a], [other, b]) => a.at - b.at || one - other))
      if (this.#timers.delete(id)) task();
  }
}
