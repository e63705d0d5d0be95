/**
 * What views hold, by file and name, with the reason why no chart holds it. A name is a state, a reference, a timer,
 * a browser API or a variable of the module. `adapter-state.ts` is the same for adapters and the wiring.
 */

export type Reasons = Readonly<Record<string, string>>;

/** The same reason for several names. */
export function each(names: readonly string[], reason: string): Reasons {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

const QUERY = "the text of a search field: it filters what is on screen, and is gone with the screen";

const OPEN =
  "whether a question or menu of this screen is open: closing it sends nothing, a choice in it is an event";

const TYPED =
  "the text of a field before it is saved: the chart gets it with the event, and refuses a bad one";

const CLOSING = "the content that a sheet still shows while it closes";

const TAB = "the part of the screen in view: it changes nothing else";

const FINGER = "a press between down and up: it ends in one event, or in none";

const SCROLL = "where elements stand, as measured: charts know no pixels";

const SHOWN_ONCE = "taken when the view opens, so that nothing moves under the finger";

const CACHE = "a result of a pure function for the same input: without it only the speed differs";

const LOADING = "whether an element could load its file: only the element knows";

const RETRIED = "counts retries, so that React creates the part again";

const FOCUS = "where the keyboard focus was or goes: the document knows it";

const ABOUT_DEVICE = "a fact about the device or window that only style and gestures depend on";

const PORT = "the value of a port for views, as it was reported last";

const LISTENS = "listens to the keys, pointer or focus of an element that it draws";

export const viewState: Readonly<Record<string, Reasons>> = {
  "src/components/AreaCodePicker.tsx": { query: QUERY },
  "src/components/Avatar.tsx": { brokenSrc: LOADING },
  "src/components/Badge.tsx": { counts: "the count drawn before: a count that grew pops once" },
  "src/components/CodeField.tsx": {
    code: TYPED,
    seen: "the error and check shown before: a new error empties the field",
  },
  "src/components/ErrorBoundary.tsx": { "class ErrorBoundary": "React has error boundaries only as classes" },
  "src/components/ForeignMediaTile.tsx": { state: LOADING },
  "src/components/IdentifierField.tsx": {
    isOpen: OPEN,
    wasOpen: "the picker is created at its first opening only",
    ...each(["known", "names"], "the country names, once their file is loaded"),
  },
  "src/components/LazyLayer.tsx": {
    attempt: RETRIED,
    wasOpen: "the layer is created at its first opening only",
    "document.activeElement": FOCUS,
    "document.body": "it lies above every screen, as the layer does that it stands for",
  },
  "src/components/PasswordField.tsx": { visible: TAB },
  "src/components/Still.tsx": { brokenSrc: LOADING },
  "src/components/SwipeActions.tsx": {
    ...each(["drag", "swallowsClick"], FINGER),
    "window.addEventListener": "a touch anywhere else closes the row",
  },
  "src/components/focus.ts": each(["document.hasFocus", "window.parent"], FOCUS),
  "src/components/lazily.ts": {
    ...each(
      ["Chosen", "useSyncExternalStore"],
      "the fetched component: React's lazy shows the fallback too long",
    ),
    failed: "components to fetch again: React's lazy keeps a failure for good",
    missing: "components to fetch again: nothing else starts their fetch",
  },
  "src/components/layers.ts": { stepsBack: "Back unregisters the layer, also where its sheet stays open" },
  "src/components/motion.ts": {
    "document.hidden": "nobody sees what moves on a hidden page",
    ...each(["document.documentElement", "getComputedStyle"], "the pace is a style token"),
  },
  "src/components/sources.tsx": { useSyncExternalStore: PORT },
  "src/components/useLimited.ts": {
    beforeComposing: "the text of a field before an input method writes in it: only the field knows of it",
  },
  "src/components/useLongPress.ts": { press: FINGER },
  "src/components/useNextRow.ts": each(
    ["place", "document.activeElement"],
    "where the focus is: a row that moves away leaves it to the row in its place",
  ),
  "src/screens/accountSettings/AccountSettingsScreen.tsx": { isAsking: OPEN },
  "src/screens/blackList/BlackListScreen.tsx": { asked: OPEN },
  "src/screens/call/CallFrame.tsx": {
    hasAsked: "whether late taps on the answer are taken: the call has its answer",
  },
  "src/screens/call/CallControls.tsx": {
    spentIn:
      "the call's phase at the last press: the chart ignores a second press too, the button only shows it",
  },
  "src/screens/call/FloatingFrame.tsx": { dragged: FINGER },
  "src/screens/call/CallPictures.tsx": { isSwapped: TAB },
  "src/screens/call/CameraControls.tsx": { cameras: PORT },
  "src/screens/call/SpeakerControl.tsx": { isChoosing: OPEN },
  "src/screens/call/useBlur.ts": { known: PORT },
  "src/screens/call/useCallWindow.ts": {
    isFromBadge: FOCUS,
    ...each(["badgePlace", "corner"], "where the user put the minimised call"),
  },
  "src/screens/call/useDrag.ts": each(["drag", "isDragged"], FINGER),
  "src/screens/call/useFocusKey.ts": {
    ...each(["document.activeElement", "left"], FOCUS),
    "window.addEventListener": "the key works wherever the focus is on the page",
  },
  "src/screens/call/useLostFocus.ts": each(
    ["document.activeElement", "document.addEventListener", "document.body"],
    FOCUS,
  ),
  "src/screens/call/useMediaSession.ts": {
    "navigator.mediaSession":
      "the system's buttons for the call: they send the events of the buttons on screen",
  },
  "src/screens/call/usePictureWindow.ts": {
    ...each(
      ["addEventListener", "host", "stage", "window.documentPictureInPicture"],
      "where the browser shows the pictures: the call and its charts do not change",
    ),
    ...each(
      ["document.documentElement", "document.head", "document.title"],
      "the small window starts without the page's styles",
    ),
  },
  "src/screens/call/useViewport.ts": each(["addEventListener", "useSyncExternalStore"], ABOUT_DEVICE),
  "src/screens/groupCall/GroupControls.tsx": { isMore: OPEN },
  "src/screens/groupCall/TalkScene.tsx": {
    last: CLOSING,
    ...each(["managed", "open", "removed"], OPEN),
  },
  "src/screens/groupCall/useChatDraft.ts": { draft: TYPED },
  "src/screens/groupCall/TileGrid.tsx": {
    order: "the order of tiles shown before; tileOrder.ts decides the next one",
    page: TAB,
  },
  "src/screens/callRecord/CallRecordScreen.tsx": { choice: TAB },
  "src/screens/chat/ChatScreen.tsx": { menuPoint: SCROLL },
  "src/screens/chat/Composer.tsx": {
    isFingers: ABOUT_DEVICE,
    sentAt: "the first tap of a possible double tap, so that the second one starts nothing",
  },
  "src/screens/chat/ComposerMenu.tsx": { isOpen: OPEN },
  "src/screens/chat/GroupCallMenu.tsx": { isOpen: OPEN },
  "src/screens/chat/LogScroll.ts": {
    "class LogScroll": "keeps the place while rows change; what the place means is in readState and history",
    getComputedStyle: SCROLL,
  },
  "src/screens/chat/MentionPicker.tsx": {
    marked: "the row that the arrow keys marked; mention-choices.ts decides",
  },
  "src/screens/chat/MessageLog.tsx": {
    ...each(["isMoving", "isSettled", "scroll", "shownRows", "startHeight"], SCROLL),
    "document.activeElement": FOCUS,
    known: CACHE,
    unfolded: TAB,
  },
  "src/screens/chat/attaching/DropTarget.tsx": {
    isOver: FINGER,
    "window.addEventListener": "files are dropped on the whole page, not on an element",
  },
  "src/screens/chat/attachments/MergedSheet.tsx": { isUnfolded: TAB, opened: CLOSING },
  "src/screens/chat/attachments/RemotePicture.tsx": {
    loading: LOADING,
    wasOnline: "the connection that is compared with the next one",
  },
  "src/screens/chat/emoji/EmojiDrawer.tsx": { attempt: RETRIED },
  "src/screens/chat/emoji/EmojiPanel.tsx": {
    held: FINGER,
    ...each(["kind", "tab"], TAB),
    query: QUERY,
    recent: SHOWN_ONCE,
    toned: OPEN,
  },
  "src/screens/chat/emoji/SkinTones.tsx": { "document.activeElement": FOCUS },
  "src/screens/chat/emoji/drawable.ts": {
    ...each(["OffscreenCanvas", "document.body", "getComputedStyle"], "measures which emojis the fonts have"),
    ...each(["known", "measure"], CACHE),
  },
  "src/screens/chat/forwarding/receivers.ts": { query: QUERY },
  "src/screens/chat/media.ts": { "window.matchMedia": ABOUT_DEVICE },
  "src/screens/chat/searching/useEscape.ts": {
    "document.addEventListener": "Escape closes the search wherever the focus is",
  },
  "src/screens/chat/searching/useFindKey.ts": {
    "document.addEventListener": "Ctrl+F opens the search wherever the focus is",
  },
  "src/screens/chat/selection/Selectable.tsx": each(["document.activeElement", "isFirst"], FOCUS),
  "src/screens/chat/selection/SelectionBars.tsx": {
    "document.addEventListener": "Escape ends the selection wherever the focus is",
  },
  "src/screens/chat/sharing/CardPicker.tsx": { query: QUERY },
  "src/screens/chat/stickers/StickerGrid.tsx": { stickers: SHOWN_ONCE },
  "src/screens/chat/useFound.ts": {
    forgotten: "the jump whose highlight has faded: the style's animation ends it",
    shown: "the jump that was scrolled to: the chart names it until the next one",
  },
  "src/screens/chat/useInView.ts": each(["day", "keptID"], SCROLL),
  "src/screens/chat/useKeyboardInset.ts": each(
    ["addEventListener", "window.innerHeight", "window.visualViewport"],
    "how much of the page the on-screen keyboard covers",
  ),
  "src/screens/chat/useSwipeReply.ts": {
    drag: FINGER,
    "window.getSelection": "a swipe may have selected text on its way",
  },
  "src/screens/chat/virtualRows.ts": { state: SCROLL },
  "src/screens/chat/voice/VoiceButton.tsx": each(
    ["finger", "wasTouched"],
    "a press between down and up; recorder-slide.ts decides what a slide does",
  ),
  "src/screens/chat/voice/useUnloadQuestion.ts": {
    "window.addEventListener": "only the browser can hold up a reload, and asks in its own words",
  },
  "src/screens/choosing/PeoplePicker.tsx": { query: QUERY },
  "src/screens/contact/entries.ts": each(["listed", "ordered", "pinyinLetters", "placed"], CACHE),
  "src/screens/conversation/AddMenu.tsx": each(["isJoining", "isOpen"], OPEN),
  "src/screens/conversation/ConversationActions.tsx": { last: CLOSING },
  "src/screens/conversation/ConversationList.tsx": { choice: OPEN, swipedID: OPEN },
  "src/screens/gallery/GalleryOverlay.tsx": {
    before: "the picture shown before: it says from which side the new one slides in",
    ...each(["gestures", "now"], "one object with the gestures, which calls the newest handlers"),
    isBare: TAB,
    openedID: SHOWN_ONCE,
  },
  "src/screens/gallery/flight.ts": {
    "document.querySelectorAll": "the thumbnail, wherever it is on the page",
    "window.innerHeight": SCROLL,
    queueMicrotask: "React removes the gallery after its cleanup",
    "document.body": "where the removed gallery is shown until it is closed for the eye",
  },
  "src/screens/gallery/Gestures.ts": { addEventListener: LISTENS, "class Gestures": FINGER },
  "src/screens/gallery/Slide.tsx": each(["hasFailed", "loading"], LOADING),
  "src/screens/groupMemberList/GroupMemberListScreen.tsx": {
    ...each(["isAsking", "newOwner"], OPEN),
    last: CLOSING,
    picked: "the checked rows: member-choice.ts says who can be checked, and groupChange removes them",
    query: QUERY,
  },
  "src/screens/groupSetting/GroupSettingScreen.tsx": { asked: OPEN },
  "src/screens/login/LoginScreen.tsx": {
    isTakenOver: "the first render must equal the page in the document, which has no demo list",
  },
  "src/screens/meeting/JoinMeetingSheet.tsx": { isRefused: TYPED, text: TYPED },
  "src/screens/meeting/LinkSheet.tsx": { isAsked: TAB },
  "src/screens/meeting/LobbyScene.tsx": { isShown: LOADING },
  "src/screens/meeting/MeetingScreen.tsx": {
    hasOpened:
      "the page asks for its lobby once, in an effect; after that the user decides. callManager knows no routes, and its toast would answer a visit of the page during a call",
    wasIn: "whether the user was in while the page is shown: it only chooses the words",
  },
  "src/screens/meeting/MicrophoneLevel.tsx": { level: PORT },
  "src/screens/myFriend/MyFriendScreen.tsx": { sought: QUERY },
  "src/screens/myGroup/MyGroupScreen.tsx": { chosen: TAB, sought: QUERY },
  "src/screens/portrait/CropSheet.tsx": {
    failure: LOADING,
    fingers: FINGER,
    ...each(
      ["picture", "placing"],
      "the picture's size and place under the frame; crop.ts calculates with them",
    ),
  },
  "src/screens/portrait/PortraitPicker.tsx": {
    "URL.createObjectURL": "shows a file that the user has just picked, from memory",
    isOpen: OPEN,
    chosen: "the newest chosen file: one that was read more slowly is dropped",
    picked: "the picked file until it is cropped: the chart gets the cropped square with it",
  },
  "src/screens/profile/ProfileScreen.tsx": { isAsking: OPEN },
  "src/screens/searchFriendOrGroup/RecentSearches.tsx": { isAsking: OPEN },
  "src/screens/selfInfoDetails/BirthdaySheet.tsx": { date: TYPED },
  "src/screens/selfInfoDetails/SelfInfoScreen.tsx": { open: OPEN },
  "src/screens/singleSetting/BurnSettings.tsx": { isChoosing: OPEN },
  "src/screens/singleSetting/ClearChat.tsx": { isAsking: OPEN },
  "src/screens/userCard/GroupMembership.tsx": { isOpen: OPEN },
  "src/screens/userCardSetting/UserCardSettingScreen.tsx": { isAsking: OPEN },
  "src/screens/workbench/WorkbenchScreen.tsx": { isJoining: OPEN },
  "src/shell/Broken.tsx": { "window.location": "the app is broken: only the browser can still restart it" },
  "src/shell/CallLayer.tsx": {
    attempt: RETRIED,
    wasFull: "whether late taps on a call that has ended are taken: the call itself is over",
  },
  "src/shell/GalleryLayer.tsx": { attempt: RETRIED },
  "src/shell/ChatView.tsx": {
    shown: "the cached messages at the opening: they stay until the chat replaces them",
  },
  "src/shell/lostFocus.ts": {
    ...each(["document.activeElement", "document.addEventListener", "document.body"], FOCUS),
    requestAnimationFrame: "a part that closes moves the focus itself until then",
  },
  "src/shell/Toasts.tsx": {
    "document.body": "toasts lie beside the page, above every layer",
    useSyncExternalStore: "the first render must equal the page in the document, which has no toasts",
  },
  "src/shell/Root.tsx": { "document.documentElement": "the language of the document, for screen readers" },
  "src/shell/View.tsx": {
    ...each(["addEventListener", "document.activeElement", "lastFocused"], FOCUS),
    attempt: RETRIED,
  },
  "src/shell/ScreenMover.ts": {
    ...each(["class Running", "class ScreenMover"], "a move on its way: it changes nothing but what is seen"),
    addEventListener: "the code stops with the page",
    MutationObserver: "React hides and removes the screen that still moves out",
    "document.addEventListener": SCROLL,
    "window.addEventListener": "the browser says whether it has drawn the step back itself",
  },
  "src/shell/mover.ts": { mover: "the code that moves screens, once it is fetched" },
  "src/shell/contextMenu.ts": {
    "document.addEventListener": "the browser's menu is blocked on the whole page",
  },
  "src/shell/TabLayout.tsx": {
    tap: FINGER,
    "performance.now": "two taps within a moment are one gesture",
    onDoubleTap: "the list of chats knows where its rows stand",
  },
  "src/shell/BesideTabs.tsx": { isHelping: OPEN },
  "src/shell/fileDrops.ts": {
    "document.addEventListener": "the browser must not open files that are dropped anywhere",
  },
  "src/shell/touches.ts": {
    "document.addEventListener": "the look of a control under a finger; nothing else depends on it",
  },
  "src/shell/last.ts": { last: CLOSING, shown: "what was painted before: what differs is seen to change" },
  "src/shell/names.ts": { byID: CACHE },
  "src/shell/now.ts": each(["now", "setInterval"], "the one clock of the views: a shown time must move on"),
  "src/shell/useShortcuts.ts": {
    "document.querySelectorAll": FOCUS,
    "navigator.platform": ABOUT_DEVICE,
    "window.addEventListener": "the keys of the whole page; shortcuts.ts decides what they do",
  },
  "src/shell/scrolling.ts": {
    ...each(["addEventListener", "kept"], SCROLL),
    "window.matchMedia": ABOUT_DEVICE,
  },
};
