/**
 * Gives `act` to React's production build, which has none. The screen tests render what users get, and in a fifth less
 * processor time than with the development build. Must be loaded before React's renderer and the Testing Library.
 */
import react from "react";

interface Task {
  /** Null once the task has run or was cancelled. */
  callback: unknown;
}

interface Scheduler {
  unstable_scheduleCallback: (...parameters: unknown[]) => Task;
  unstable_now: () => number;
}

const later = globalThis.setImmediate;
const pending = new Set<Task>();

if ("captureOwnerStack" in react) throw new Error("React is the development build");

// Runs again for each test file of a worker.
if (!("act" in react)) {
  // React's own dependency, without types.
  const name = "scheduler";
  const { default: scheduler }: { default: Scheduler } = await import(/* @vite-ignore */ name);
  const { unstable_scheduleCallback: schedule, unstable_now: now } = scheduler;
  scheduler.unstable_scheduleCallback = (...parameters) => {
    const task = schedule(...parameters);
    pending.add(task);
    return task;
  };
  // Loaded code would show up to 300 ms later than it could, so that placeholders do not flicker.
  scheduler.unstable_now = () => 1000 * now();
  await import("react-dom/client");
  Object.assign(scheduler, { unstable_scheduleCallback: schedule, unstable_now: now });
  const { flushSync } = await import("react-dom");

  /** Resolves when the renderer has nothing more to do. */
  const rendered = async () => {
    do {
      await new Promise<void>((resolve) => later(resolve));
      for (const task of pending) if (task.callback === null) pending.delete(task);
    } while (pending.size > 0);
  };

  Reflect.set(react, "act", (move: () => unknown): Promise<unknown> => {
    const result = flushSync(move);
    if (result instanceof Promise)
      return result.then(async (value) => {
        await rendered();
        return value;
      });
    flushSync(() => {});
    return Promise.resolve(result);
  });
}
