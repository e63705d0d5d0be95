import { expect, it } from "vitest";
import { downloadFailureOf, downloadStateOf } from "../../../machines/media/downloads.ts";

it.each(["constructor", "__proto__"])(
  "3-77 a file of a message with the id %s is not downloaded yet",
  (id) => {
    const context = { files: [], share: 0, outcomes: {} };
    expect([downloadStateOf(context, id), downloadFailureOf(context, id)]).toEqual([null, null]);
  },
);
