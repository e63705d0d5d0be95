import { type ComponentType, createElement, lazy, useState, useSyncExternalStore } from "react";

export interface Lazily<Props extends object> {
  Component: ComponentType<Props>;
  /** Fetches it ahead. */
  load: () => Promise<unknown>;
  /**
   * Whether fetching it has ended, well or not; fetches it where nobody has. Whoever draws it from then on, and
   * something else before, sees it as soon as it is here: once React has shown a fallback, it keeps it for 300 ms.
   */
  useEnded: () => boolean;
  /**
   * The component itself, or null until it is here; fetches it where nobody has. For what has no place to say that it
   * could not be fetched: it comes when whoever has one fetches it anew.
   */
  useFetched: () => ComponentType<Props> | null;
}

const failed: (() => void)[] = [];

/** Has what could not be fetched be fetched anew when it is drawn again: React keeps a failure for good. */
export function forgetFailures(): void {
  for (const forget of failed.splice(0)) forget();
}

/**
 * A component that is fetched when first drawn, or ahead. What is here already is drawn at once: React's `lazy` alone
 * shows the fallback for 300 ms then, too, as it knows of what is here by a promise only, and lets no fallback flash.
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
      return module;
    } finally {
      hasEnded = true;
      for (const listener of [...listeners]) listener();
    }
  };
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
    // One for good: with another one, what it holds would be lost.
    const [Chosen] = useState<ComponentType<Props>>(() => fetched ?? Waiting);
    return createElement<Props>(Chosen, props);
  }
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function useLoading<Value>(read: () => Value): Value {
    // As React's own `lazy` does it: when it is first drawn.
    if (!hasBegun) load().catch(() => {});
    return useSyncExternalStore(listen, read);
  }
  const useEnded = () => useLoading(() => hasEnded);
  const useFetched = () => useLoading(() => fetched);
  return { Component, load, useEnded, useFetched };
}
