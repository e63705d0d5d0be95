import type { ComponentType } from "react";
import type { Page, RouteName } from "../../machines/domain/route.ts";
import { type Lazily, lazily } from "../components/lazily.ts";

export interface LazyScreen<Props extends object = object> extends Omit<Lazily<Props>, "Component"> {
  Screen: ComponentType<Props>;
}

/** The screens above the tabs: fetched when first needed, or before, while the page has nothing to do. */
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
  callRecord: screen(() => import("../screens/callRecord/CallRecordScreen.tsx")),
  scan: screen(() => import("../screens/scan/ScanScreen.tsx")),
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

export function isPage(route: RouteName): route is Page {
  return Object.hasOwn(PAGES, route);
}

/** A screen and the words of its kind. */
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

function named<Props extends object>({ Component, ...rest }: Lazily<Props>): LazyScreen<Props> {
  return { Screen: Component, ...rest };
}

/** Fetches them ahead. One that fails is fetched again when it is needed, and says so then. */
export function preloadScreens(): void {
  for (const { load } of Object.values(PAGES)) load().catch(() => {});
}

/** A chat that is not open yet, as it was seen last. */
export const { useFetched: useRememberedChat } = screen(() => import("../screens/chat/RememberedChat.tsx"));

/** Pictures, calls, and how far a new device is filled, over everything. */
export const CALLS = lazily(() => import("./CallLayer.tsx"));
export const GALLERY = lazily(() => import("./GalleryLayer.tsx"));
export const REINSTALL = lazily(() => import("./ReinstallProgress.tsx"));

/** Where a chat is shown. */
export const { load: loadChat, useFetched: useChatView } = lazily(() => import("./ChatView.tsx"));

/**
 * The tabs, the words of what is in them, and what is shown above them: nobody signs in with any of it. Who tries again
 * after some of it was missed has all of it fetched.
 */
export const TABS = named(
  lazily(async () => {
    const [module] = await Promise.all([
      import("./TabLayout.tsx"),
      import("../i18n/messenger.ts"),
      loadChat(),
      CALLS.load(),
      GALLERY.load(),
      REINSTALL.load(),
    ]);
    return module;
  }),
);

/** Fetches, while somebody signs in, what may come next. */
export function preloadNext(): void {
  TABS.load().catch(() => {});
  loadRegistration().catch(() => {});
}

/** The steps to a new account or password: they belong together, and are fetched together. */
const REGISTRATION = screen(() => import("../screens/registration/RegistrationSteps.tsx"));
export const RegistrationSteps = REGISTRATION.Screen;
export const loadRegistration = REGISTRATION.load;
