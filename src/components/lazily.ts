import { type ComponentType, createElement, lazy, useState, useSyncExternalStore } from "react";

export interface Lazily<Props extends object> {
  Component: ComponentType<Props>;
  load: () => Promise<unknown>;
  /**
   * Returns whether the fetch has finished, with or without success; starts it if needed. A caller that shows something
   * else until then shows the component without delay. React's Suspense keeps a fallback for at least 300 ms.
   */
  useEnded: () => boolean;
  /**
   * Returns the component, or null until it is fetched; starts the fetch if needed. For callers that cannot show an
   * error: a later fetch by another caller also updates them. A failed fetch starts again once any component is
   * fetched.
   */
  useFetched: () => ComponentType<Props> | null;
}

const failed: (() => void)[] = [];
/** Each starts a failed fetch whose component is still waited for. */
const missing: (() => void)[] = [];

/** Lets failed components be fetched again on their next render. React's `lazy` keeps a failure for good. */
export function forgetFailures(): void {
  for (const forget of failed.splice(0)) forget();
}

/**
 * A component that is fetched on its first render or ahead of it. A fetched component renders at once. React's `lazy`
 * would show the fallback for 300 ms even then, because it knows the component only by a promise.
 */
export function lazily<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
): Lazily<Props> {
  let fetched: ComponentType<Props> | null = null;
  let hasBegun = false;
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const load = async () => {
    hasBegun = true;
    try {
      const module = await fetch();
      fetched = module.default;
      for (const again of missing.splice(0)) again();
      return module;
    } catch (error) {
      hasBegun = false;
      if (listeners.size > 0) missing.push(start);
      throw error;
    } finally {
      hasEnded = true;
      for (const listener of [...listeners]) listener();
    }
  };
  const start = () => void load().catch(() => {});
  const attempt = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return await load();
      } catch (error) {
        failed.push(() => {
          Waiting = attempt();
        });
        throw error;
      }
    });
  let Waiting = attempt();
  function Component(props: Props) {
    // Fixed for the life of this instance: a different component type would lose its state.
    const [Chosen] = useState<ComponentType<Props>>(() => fetched ?? Waiting);
    return createElement<Props>(Chosen, props);
  }
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function useLoading<Value>(read: () => Value): Value {
    // Starts on the first render, as React's `lazy` does.
    if (!hasBegun) start();
    return useSyncExternalStore(listen, read);
  }
  const useEnded = () => useLoading(() => hasEnded);
  const useFetched = () => useLoading(() => fetched);
  return { Component, load, useEnded, useFetched };
}
