import * as v from "valibot";
import styles from "./Outline.module.css";
import { type ActorPicture, activePaths } from "./recording.ts";

interface StateNode {
  states?: Record<string, StateNode> | undefined;
}

const node: v.GenericSchema<unknown, StateNode> = v.lazy(() =>
  v.object({ states: v.optional(v.record(v.string(), node)) }),
);
const definition = v.pipe(v.string(), v.parseJson(), node);

/** Lists the nested states of a chart without a drawing and highlights the active ones. */
export function Outline({ actor }: { actor: ActorPicture }) {
  const read = v.safeParse(definition, actor.definition);
  const active = new Set(activePaths(actor.value));
  const list = (states: Record<string, StateNode>, above: string): React.ReactNode => (
    <ul className={styles.states}>
      {Object.entries(states).map(([name, below]) => {
        const path = above === "" ? name : `${above}.${name}`;
        return (
          <li key={path}>
            <span data-lit={active.has(path) || undefined}>{name}</span>
            {below.states && list(below.states, path)}
          </li>
        );
      })}
    </ul>
  );
  const states = read.success && read.output.states ? read.output.states : nested([...active]);
  return <div className={styles.outline}>{list(states, "")}</div>;
}

function nested(paths: readonly string[]): Record<string, StateNode> {
  const root: Record<string, StateNode> = {};
  for (const path of paths) {
    let level = root;
    for (const name of path.split(".")) {
      const state = level[name] ?? { states: {} };
      level[name] = state;
      level = state.states ?? {};
    }
  }
  return root;
}
