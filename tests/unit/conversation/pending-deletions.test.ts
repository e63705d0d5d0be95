import { describe, expect, it } from "vitest";
import {
  type DeletionEvent,
  NO_DELETIONS,
  nextDeletions,
} from "../../../machines/conversation/pending-deletions.ts";

const messages = ["a", "b", "c"].map((clientMsgID) => ({ conversationID: "si_a_b", clientMsgID }));

const event = (told: string): DeletionEvent => {
  const [type, name] = told.split(" ");
  const message = messages.find(({ clientMsgID }) => clientMsgID === name);
  if (type === "drop" || type === "pauseOver") return { type: `deletion.${type}` };
  if (message && (type === "add" || type === "done" || type === "refused" || type === "unreachable"))
    return { type: `deletion.${type}`, message };
  throw new Error(`No event: ${told}`);
};

/** The step after each event, with the message that the server is to delete. */
function steps(told: readonly string[]): string[] {
  let deletions = NO_DELETIONS;
  return told.map((one) => {
    const next = nextDeletions(deletions, event(one));
    deletions = next.deletions;
    return next.step === "delete" ? `delete ${deletions.current?.clientMsgID}` : next.step;
  });
}

describe("3-67 the deletion of disappeared messages on the server", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["asks for one message", ["add a", "done a"], ["delete a", "nothing"]],
    [
      "asks for one after another",
      ["add a", "add b", "done a", "done b"],
      ["delete a", "nothing", "delete b", "nothing"],
    ],
    [
      "tries again after a pause while the server is unreachable",
      ["add a", "add b", "unreachable a", "pauseOver", "done a"],
      ["delete a", "nothing", "pause", "delete a", "delete b"],
    ],
    [
      "tries at once if a message is added in the pause",
      ["add a", "unreachable a", "add b", "done a"],
      ["delete a", "pause", "delete a", "delete b"],
    ],
    [
      "goes on with the next message after a refusal, and repeats it after a pause",
      ["add a", "add b", "refused a", "done b", "pauseOver", "done a"],
      ["delete a", "nothing", "delete b", "pause", "delete a", "nothing"],
    ],
    [
      "keeps a refused message while the server is unreachable",
      ["add a", "add b", "refused a", "unreachable b", "pauseOver", "done a"],
      ["delete a", "nothing", "delete b", "pause", "delete a", "delete b"],
    ],
    [
      "repeats a refused message with the next one",
      ["add a", "refused a", "add c", "done a"],
      ["delete a", "pause", "delete a", "delete c"],
    ],
    [
      "stops when the user signs out",
      ["add a", "add b", "drop", "done a"],
      ["delete a", "nothing", "nothing", "nothing"],
    ],
    [
      "does not wait for a message of the previous user",
      ["add a", "drop", "add b", "unreachable a", "done b"],
      ["delete a", "nothing", "delete b", "nothing", "nothing"],
    ],
    [
      "has nothing to do after a pause of the previous user",
      ["add a", "unreachable a", "drop", "pauseOver"],
      ["delete a", "pause", "nothing", "nothing"],
    ],
    [
      "ignores the end of a pause while a message is deleted",
      ["add a", "pauseOver"],
      ["delete a", "nothing"],
    ],
  ])("%s", (_, told, expected) => {
    expect(steps(told)).toEqual(expected);
  });
});
