import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import type { Choices, Fault } from "../../pair/choices.ts";

/** Choices that a chooser makes. Numbers do not matter, because an exploration has no delays. */
export function createEnumerated(chooser: Chooser, tell: (fault: Fault) => void): Choices {
  return {
    between: (low) => low,
    chance(probability, fault) {
      if (probability <= 0 || probability >= 1 || !fault) return probability >= 1;
      const usual = { says: `Not: ${fault.says}` };
      const happens = chooser.choose([usual, { says: fault.says, costs: fault.kind ?? undefined }]) === 1;
      if (happens) tell(fault);
      return happens;
    },
    pick: ([first]) => first,
    newID() {
      throw new Error("A device of an exploration makes its own ids");
    },
  };
}
