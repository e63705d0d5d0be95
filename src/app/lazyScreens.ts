import { lazy } from "react";

/** Screens behind the first ones: fetched when first needed, or before, while the page has nothing to do. */

const loadChat = () => import("../screens/chat/ChatScreen.tsx");
const loadUserCard = () => import("../screens/userCard/UserCardScreen.tsx");
const loadCallRecord = () => import("../screens/callRecord/CallRecordScreen.tsx");

export const ChatScreen = lazy(loadChat);
export const UserCardScreen = lazy(loadUserCard);
export const CallRecordScreen = lazy(loadCallRecord);

/** Fetches them ahead. One that fails is fetched again when it is needed, and says so then. */
export function preloadScreens(): void {
  for (const load of [loadChat, loadUserCard, loadCallRecord]) load().catch(() => {});
}
