/** Rules that are taken out of a chart, to show what they are for. docs/break-it.md tells what happens. */
import type { ChartName } from "../../machines/index.ts";
import { SLICES } from "./calls/spaces.ts";
import { spaceIn } from "./common/counterexamples.ts";
import type { Space } from "./common/space.ts";

export interface Lesson {
  readonly rule: "R7" | "R9" | "R10";
  readonly title: string;
  readonly about: string;
  readonly chart: ChartName;
  /** What is taken out, and the name of that edit. */
  readonly out: string;
  readonly edit: string;
  readonly space: Space;
}

export const LESSONS: readonly Lesson[] = [
  {
    rule: "R7",
    title: "Two users call each other",
    about:
      "With the rule, the call in the smaller room survives on both sides, and the other user joins it without a tap. Without it, each invitation is a new call of the peer (R8): each side gives up its own call for the other's, and both calls are gone.",
    chart: "callManager",
    out: "the transitions of `outgoing.calling` for an invitation",
    edit: "engaged.line.outgoing.calling on signal.invite: drop",
    space: spaceIn(SLICES, "one arrival is late"),
  },
  {
    rule: "R9",
    title: "A cancel meets an accept",
    about:
      "With the rule, a cancel ends the call of a user who has just accepted. Without it, this user goes on into a room that the caller has left.",
    chart: "callee",
    out: "the transitions of `accepting` for a cancel",
    edit: "accepting on signal.cancel: drop",
    space: spaceIn(SLICES, "one signal is lost"),
  },
  {
    rule: "R10",
    title: "A user has two devices",
    about:
      "With the rule, the caller names the device that accepted, and the other devices stop ringing. Without it, a device rings on while the user already talks on another.",
    chart: "caller",
    out: "the cancel that names the device, on entry of `talking`",
    edit: "inRoom.connected.talking entry: drop #1",
    space: spaceIn(SLICES, "one user has two devices"),
  },
];
