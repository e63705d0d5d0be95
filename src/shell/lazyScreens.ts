import type { ComponentType } from "react";
import type { Page, RouteName } from "../../machines/domain/route.ts";
import { type Lazily, lazily } from "../components/lazily.ts";

export interface LazyScreen<Props extends object = object> extends Omit<Lazily<Props>, "Component"> {
  Screen: ComponentType<Props>;
}

export const PAGES: Readonly<Record<Page, LazyScreen>> = {
  chat: screen(() => import("../screens/chat/ChatScreen.tsx")),
  chatMedia: screen(() => import("../screens/chatMedia/ChatMediaScreen.tsx")),
  userCard: screen(() => import("../screens/userCard/UserCardScreen.tsx")),
  groupSetting: screen(() => import("../screens/groupSetting/GroupSettingScreen.tsx")),
  groupManage: screen(() => import("../screens/groupManage/GroupManageScreen.tsx")),
  groupMemberList: screen(() => import("../screens/groupMemberList/GroupMemberListScreen.tsx")),
  groupCard: screen(() => import("../screens/groupCard/GroupCardScreen.tsx")),
  changeName: screen(() => import("../screens/changeName/ChangeNameScreen.tsx")),
  chooseUser: screen(() => import("../screens/chooseUser/ChooseUserScreen.tsx")),
  createGroup: screen(() => import("../screens/createGroup/CreateGroupScreen.tsx")),
  meeting: screen(() => import("../screens/meeting/MeetingScreen.tsx")),
  callRecord: screen(() => import("../screens/callRecord/CallRecordScreen.tsx")),
  share: screen(() => import("../screens/share/ShareScreen.tsx")),
  scan: screen(() => import("../screens/scan/ScanScreen.tsx")),
  appearance: screen(() => import("../screens/appearance/AppearanceScreen.tsx")),
  language: screen(() => import("../screens/language/LanguageScreen.tsx")),
  about: screen(() => import("../screens/about/AboutScreen.tsx")),
  qrCode: screen(() => import("../screens/qrCode/QrCodeScreen.tsx")),
  myFriend: screen(() => import("../screens/myFriend/MyFriendScreen.tsx")),
  myGroup: screen(() => import("../screens/myGroup/MyGroupScreen.tsx")),
  newFriend: screen(() => import("../screens/newFriend/NewFriendScreen.tsx")),
  newGroup: screen(() => import("../screens/newGroup/NewGroupScreen.tsx")),
  applicationList: screen(() => import("../screens/applicationList/ApplicationListScreen.tsx")),
  applicationDetails: screen(() => import("../screens/applicationDetails/ApplicationDetailsScreen.tsx")),
  blackList: screen(() => import("../screens/blackList/BlackListScreen.tsx")),
  searchToJoin: screen(() => import("../screens/searchToJoin/SearchToJoinScreen.tsx")),
  sendApplication: screen(() => import("../screens/sendApplication/SendApplicationScreen.tsx")),
  userCardSetting: screen(() => import("../screens/userCardSetting/UserCardSettingScreen.tsx")),
  userCardDetails: screen(() => import("../screens/userCardDetails/UserCardDetailsScreen.tsx")),
  changeNameOrRemark: screen(() => import("../screens/changeNameOrRemark/ChangeRemarkScreen.tsx")),
  contactAdd: screen(() => import("../screens/contactAdd/ContactAddScreen.tsx")),
  searchFriendOrGroup: screen(() => import("../screens/searchFriendOrGroup/SearchScreen.tsx")),
  singleSetting: screen(() => import("../screens/singleSetting/SingleSettingScreen.tsx")),
  selfInfoDetails: screen(() => import("../screens/selfInfoDetails/SelfInfoScreen.tsx")),
  accountSettings: screen(() => import("../screens/accountSettings/AccountSettingsScreen.tsx")),
  changePassword: screen(() => import("../screens/changePassword/ChangePasswordScreen.tsx")),
};

export const { Screen: BesideTabs } = screen(() => import("./BesideTabs.tsx"));

export function isPage(route: RouteName): route is Page {
  return Object.hasOwn(PAGES, route);
}

/** Loads a screen together with the translations of the pages. */
function screen<Props extends object = object>(
  loadScreen: () => Promise<{ default: ComponentType<Props> }>,
): LazyScreen<Props> {
  return named(
    lazily(async () => {
      const [module] = await Promise.all([loadScreen(), import("../i18n/pages.ts")]);
      return module;
    }),
  );
}

export function named<Props extends object>({ Component, ...rest }: Lazily<Props>): LazyScreen<Props> {
  return { Screen: Component, ...rest };
}

/** Each preloads a screen. An error is ignored here: the screen loads again when needed, and reports it then. */
export const SCREEN_PRELOADS = Object.values(PAGES).map(({ load }) => () => {
  load().catch(() => {});
});

export const { useFetched: useCachedChatView } = screen(() => import("../screens/chat/CachedChat.tsx"));

export const { load: loadNotificationOffer, useFetched: useNotificationOfferView } = screen(
  () => import("../screens/conversation/NotificationOffer.tsx"),
);

export const { useFetched: useUpdateRow } = screen(() => import("./UpdateRow.tsx"));

/** The steps of registration and password reset, in one chunk. */
const REGISTRATION = screen(() => import("../screens/registration/RegistrationSteps.tsx"));
export const RegistrationSteps = REGISTRATION.Screen;
export const loadRegistration = REGISTRATION.load;
