/** A ledger is what a model remembers of a path, by the labels of its steps alone. The graph keeps it as text. */
export interface Ledgers<Ledger> {
  /** The ledger of a text; without one, that of the start. */
  read(around?: string): Ledger;
  /** The ledger after a step; at the start of a path, where `step` is null, that of the start. */
  at(step: { around: string } | null): Ledger;
  /** The `around` of a model, from what a step makes of a ledger. */
  remember<Snapshot>(after: (before: Ledger, label: string, snapshot: Snapshot) => Ledger): {
    start: string;
    after(around: string, label: string, snapshot: Snapshot): string;
  };
}

export function ledgerFrom<Ledger>(start: Ledger): Ledgers<Ledger> {
  const read = (around?: string): Ledger => (around ? JSON.parse(around) : start);
  return {
    read,
    at: (step) => read(step?.around),
    remember: (after) => ({
      start: JSON.stringify(start),
      after: (around, label, snapshot) => JSON.stringify(after(read(around), label, snapshot)),
    }),
  };
}
