import type { WindowEvent, WindowWidth } from "../../../machines/domain/platform-events.ts";
import type { Stream } from "../../../machines/ports/stream.ts";

const WIDTHS: readonly WindowWidth[] = ["phone", "column", "two", "three"];
/** The lower limits of the second and the following widths, in CSS pixels. The style sheets have the same limits. */
const LIMITS = [481, 900, 1280];

/** The class of the window's width, now and at each change. */
export const windowEvents: Stream<WindowEvent> = (send) => {
  const queries = LIMITS.map((limit) => matchMedia(`(min-width: ${limit}px)`));
  const report = () => {
    const width = WIDTHS[queries.filter(({ matches }) => matches).length] ?? "phone";
    send({ type: "window.resized", width });
  };
  for (const query of queries) query.onchange = report;
  report();
  return () => {
    for (const query of queries) query.onchange = null;
  };
};
