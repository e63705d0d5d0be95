/**
 * Ends the browser's subscription to pushes and closes the notifications, at sign-out. Without a connection too: the
 * push service then refuses what the server pushes.
 */
export async function forgetPush(container: ServiceWorkerContainer | undefined): Promise<void> {
  await closeNotifications(container);
  const registration = await container?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Closes the notifications of the service worker, except those with `kept` in their tag. */
export async function closeNotifications(
  container: ServiceWorkerContainer | undefined,
  kept?: string,
): Promise<void> {
  const registration = await container?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? [])
    if (!kept || !notification.tag.includes(kept)) notification.close();
}
