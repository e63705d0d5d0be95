/** The whole page on fake ports, with real charts and screens, in a viewport high enough for every row of a list. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { SimulatedClock } from "xstate";
import { createSources } from "../../../src/adapters/media/sources.ts";
import { loadAreaCodes } from "../../../src/components/IdentifierField.tsx";
import { TABS } from "../../../src/shell/lazyLayers.ts";
import { loadNotificationOffer, loadRegistration, PAGES } from "../../../src/shell/lazyScreens.ts";
import { type Outside, OutsideProvider } from "../../../src/shell/outside.tsx";
import { Root } from "../../../src/shell/Root.tsx";
import { type App, createApp } from "../../../src/wiring/index.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../../fakes/ports.ts";
import { aWorld, STORAGE } from "../../fakes/world.ts";
import { setOpened } from "../opened.ts";
// Preloads lazy parts, so that they show at once.
import "../../../src/screens/applicationDetails/ApplicationDetailsScreen.tsx";
import "../../../src/screens/applicationList/ApplicationListScreen.tsx";
import "../../../src/screens/blackList/BlackListScreen.tsx";
import "../../../src/screens/callRecord/CallRecordScreen.tsx";
import "../../../src/screens/myFriend/MyFriendScreen.tsx";
import "../../../src/screens/myGroup/MyGroupScreen.tsx";
import "../../../src/screens/newFriend/NewFriendScreen.tsx";
import "../../../src/screens/newGroup/NewGroupScreen.tsx";
import "../../../src/screens/chat/ChatScreen.tsx";
import "../../../src/screens/changeNameOrRemark/ChangeRemarkScreen.tsx";
import "../../../src/screens/changeName/ChangeNameScreen.tsx";
import "../../../src/screens/chooseUser/ChooseUserScreen.tsx";
import "../../../src/screens/createGroup/CreateGroupScreen.tsx";
import "../../../src/screens/groupCard/GroupCardScreen.tsx";
import "../../../src/screens/groupManage/GroupManageScreen.tsx";
import "../../../src/screens/groupMemberList/GroupMemberListScreen.tsx";
import "../../../src/screens/groupSetting/GroupSettingScreen.tsx";
import "../../../src/screens/contactAdd/ContactAddScreen.tsx";
import "../../../src/screens/login/DemoPeople.tsx";
import "../../../src/screens/searchFriendOrGroup/SearchScreen.tsx";
import "../../../src/screens/sendApplication/SendApplicationScreen.tsx";
import "../../../src/screens/singleSetting/SingleSettingScreen.tsx";
import "../../../src/screens/userCardDetails/UserCardDetailsScreen.tsx";
import "../../../src/screens/userCardSetting/UserCardSettingScreen.tsx";
import "../../../src/screens/searchToJoin/SearchToJoinScreen.tsx";
import "../../../src/screens/userCard/UserCardScreen.tsx";

await Promise.all([
  loadAreaCodes(),
  TABS.load(),
  loadRegistration(),
  loadNotificationOffer(),
  PAGES.language.load(),
  PAGES.about.load(),
  PAGES.selfInfoDetails.load(),
  PAGES.accountSettings.load(),
  PAGES.changePassword.load(),
]);

export interface Page {
  readonly app: App;
  readonly ports: FakePorts;
  readonly container: HTMLElement;
  /** Runs a change outside the page and waits for its effects. */
  does(move: () => void): Promise<void>;
  /** Advances the charts' timers and the clock, in milliseconds. */
  waits(milliseconds: number): Promise<void>;
}

/** Opens the page; by default Mia is signed in and lands on her conversations. */
export async function openPage(
  options: FakeOptions = { world: aWorld() },
  prepare?: (ports: FakePorts) => void,
): Promise<Page> {
  const ports = fakePorts(options);
  prepare?.(ports);
  const clock = new SimulatedClock();
  const app = createApp(ports, { clock, logger: () => {} });
  setOpened(app);
  app.subscribe({ error: () => {} });
  app.start();
  const { container } = render(
    <OutsideProvider outside={outsideOf(ports)}>
      <Root app={app} />
    </OutsideProvider>,
  );
  const does: Page["does"] = (move) =>
    act(async () => {
      move();
      await settled();
    });
  await does(() => {});
  return {
    app,
    ports,
    container,
    does,
    waits: (milliseconds) =>
      does(() => {
        ports.passTime(milliseconds);
        clock.increment(milliseconds);
      }),
  };
}

/** What views use without a chart. */
export function outsideOf(ports: FakePorts): Outside {
  return {
    showVideo: ports.media.show,
    showScan: ports.scanner.show,
    showPreview: ports.media.preview,
    watchMicrophone: ports.media.watchMicrophone,
    watchBlur: ports.media.watchBlur,
    setBlur: ports.media.setBlur,
    canShareScreen: ports.media.canShareScreen,
    meetingLink: ports.meetingKeys.linkOf,
    takeMeetingKey: ports.meetingKeys.take,
    watchCameras: ports.media.watchCameras,
    signInDrawn: () => {},
    unlockSound: ports.platform.unlockSound,
    whenIdle: ports.platform.whenIdle,
    sources: createSources(() => STORAGE, location),
  };
}

/** Ends an animation of an element. React listens to this name where the window has no `AnimationEvent`. */
export function animationEnds(element: Element | null | undefined, animationName: string): void {
  if (!element) throw new Error(`Nothing to end ${animationName} on`);
  const event = new Event("webkitAnimationEnd", { bubbles: true });
  act(() => void element.dispatchEvent(Object.assign(event, { animationName })));
}

export async function press(
  role: "link" | "button" | "menuitem" | "radio" | "tab" | "checkbox",
  name: string | RegExp,
) {
  const control = await screen.findByRole(role, { name });
  await act(async () => {
    fireEvent.click(control);
    await settled();
  });
}

/** Resolves when all promises that can settle have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
