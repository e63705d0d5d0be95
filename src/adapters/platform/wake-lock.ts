/**
 * Keeps the screen on until the returned function is called (10-14). The browser releases the lock when the page is
 * hidden, so it is requested again when the page is visible. Does nothing in browsers without wake locks.
 */
export function keepAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => {};
  const locks = new Set<WakeLockSentinel>();
  let isOver = false;

  const acquire = async () => {
    try {
      const lock = await navigator.wakeLock.request("screen");
      locks.add(lock);
      lock.addEventListener("release", () => locks.delete(lock));
      if (isOver) await lock.release();
    } catch {
      // refused, for example with a low battery
    }
  };
  const onVisibilityChange = () => {
    if (!document.hidden && locks.size === 0) void acquire();
  };

  document.addEventListener("visibilitychange", onVisibilityChange);
  void acquire();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", onVisibilityChange);
    for (const lock of locks) lock.release().catch(() => {});
  };
}
