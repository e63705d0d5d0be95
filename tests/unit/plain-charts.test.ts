import { describe, it } from "vitest";
import { plainCharts } from "./plain-charts.ts";
import { runPlain } from "./plain-tests.ts";

describe.each(Object.entries(plainCharts))("%s", (_, plain) => {
  it.each(Object.keys(plain.tests))("%s", (name) => runPlain(plain, name));
});
