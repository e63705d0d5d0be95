/** A requirement, e.g. "4-05", or a rule of races, e.g. "R7". */
type Rule = `${number}-${string}` | `R${number}`;

/** What a state says about itself beside its description: for which requirements or rules it is there. */
export interface RuleMeta {
  rule: Rule | `${Rule}, ${string}`;
}
