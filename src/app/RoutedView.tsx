import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import type { RouteName } from "../../machines/navigation.ts";
import { GetCodeScreen } from "../screens/getCode/GetCodeScreen.tsx";
import { LoginScreen } from "../screens/login/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useConversation, useSession } from "./actors.tsx";
import { ChatWaiting } from "./ChatWaiting.tsx";
import { CallRecordScreen, ChatScreen, UserCardScreen } from "./lazyScreens.ts";
import { isTab, TabLayout } from "./TabLayout.tsx";
import { View } from "./View.tsx";

/**
 * The screen of `route`; null draws none. The tabs live as long as the person is signed in (2-02), a chat as long as
 * its conversation is open (2-03, 2-06), and the sign-in form until somebody is in.
 */
export function RoutedView({ route }: { route: RouteName | null }) {
  const userID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const conversationID = useConversation()?.sessionId;
  return (
    <>
      {(route === "login" || route === "getCode") && (
        <View visible={route === "login"}>
          <LoginScreen />
        </View>
      )}
      {route === "getCode" && (
        <View visible>
          <GetCodeScreen />
        </View>
      )}
      {userID !== "" && (
        <View key={`tabs ${userID}`} visible={isTab(route)}>
          <TabLayout />
        </View>
      )}
      {conversationID !== undefined && (
        <View key={`chat ${conversationID}`} visible={route === "chat"}>
          <Suspense fallback={<ChatWaiting />}>
            <ChatScreen />
          </Suspense>
        </View>
      )}
      {route === "chat" && userID !== "" && conversationID === undefined && (
        <View visible>
          <ChatWaiting />
        </View>
      )}
      {route === "userCard" && userID !== "" && (
        <View visible>
          <Suspense fallback={null}>
            <UserCardScreen />
          </Suspense>
        </View>
      )}
      {route === "callRecord" && userID !== "" && (
        <View visible>
          <Suspense fallback={null}>
            <CallRecordScreen />
          </Suspense>
        </View>
      )}
      {route === "notFound" && (
        <View visible>
          <NotFoundScreen />
        </View>
      )}
    </>
  );
}
