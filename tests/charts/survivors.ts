/**
 * Mutants that tables, paths and plain tests do not notice, by their edit name (`tools/charts/mutate/edits.ts`), with the reason
 * why that is no gap.
 */
import type { ChartName } from "../../machines/index.ts";

type Reasons = Readonly<Record<string, string>>;

const UNREAD = "only its type needs a value here: nobody reads it before it is set";

const UNFAILING = "it fails by a programming error only";

/** `onError` of invokes that do not fail: another chart, or a port whose calls do not throw. */
function unfailing(...invokes: readonly string[]): Reasons {
  const names = invokes.flatMap((invoke) => [`${invoke} onError: drop`, `${invoke} onError actions: drop`]);
  return Object.fromEntries(names.map((name) => [name, UNFAILING]));
}

const SET_OF_ITS_OWN =
  "arriving leads on to the page at once: what is a set of its own neither waits nor fails";

const OVER = "tests/ui/chat/attaching.test.tsx notices: a hundred files would be a hundred steps of a path";

const WANTED_ANYWAY = "what is wanted leads on from there at once";

const HOME_GUARDED = "the way home is looked at, and then guarded, within one step";

const NO_TABLE = "what a state by the name of an event table says of itself changes nothing";

const EVERY_REGION =
  "a transition of the whole chart enters every region anew: the past at its opening, the tail as it is sought";
const ATTACHED_ANYWAY =
  "both regions are entered anew, and the tail begins attached: to say so is for who reads";

const ASKS_TO_MUTE = "the only other request is to leave, and the transition above takes it";

const IDLE_CHOOSES = "while a notice waits, idle leads on to choosing at once";

const DECIDES_AT_ONCE = "deciding leads on at once: permission and settings are known by then";

const OF_ITS_KIND = "the action takes only packets of its kind, and no message twice";

export const survivors: Partial<Record<ChartName, Reasons>> = {
  app: {
    ...unfailing("invoke #4", "invoke #5"),
    "invoke #4 onError target: lead to .running": UNFAILING,
    "invoke #5 onError target: lead to .running": UNFAILING,
    "on xstate.error.actor.appUpdate: drop": UNFAILING,
    "on xstate.error.actor.appUpdate actions: drop": UNFAILING,
  },
  pushSubscription: {
    "off always target: lead to deciding": DECIDES_AT_ONCE,
    "waiting always target: lead to deciding": DECIDES_AT_ONCE,
    "subscribed always #1 target: lead to deciding": DECIDES_AT_ONCE,
    "paused always target: lead to deciding": DECIDES_AT_ONCE,
    "without always target: lead to deciding": DECIDES_AT_ONCE,
  },
  appUpdate: {
    ...unfailing(
      "looking invoke",
      "registered invoke",
      "registered.asking invoke",
      "registered.replaced invoke",
    ),
    "looking invoke onError target: lead to looking": UNFAILING,
    "registered invoke onError target: lead to waiting": UNFAILING,
    "registered.asking invoke onError target: lead to current": UNFAILING,
    "registered.replaced invoke onError target: lead to current": UNFAILING,
  },
  downloads: {
    ...unfailing("downloading invoke"),
    "downloading invoke onError target: lead to idle": UNFAILING,
    "downloading invoke onError actions: drop #1": UNFAILING,
    "downloading invoke onError actions: drop #2": UNFAILING,
  },
  attachments: {
    "actions enqueue: 0 is 1 (2)": OVER,
    "actions enqueue isOver: || is &&": OVER,
    "actions remove: do not assign isOver": OVER,
  },
  gallery: {
    ...unfailing("open.forward.choosing invoke"),
    "open.forward.choosing invoke onError target: lead to choosing": UNFAILING,
    "open.older.waiting always target: lead to arriving": SET_OF_ITS_OWN,
    "open.older.failed on user.retryGallery: lead to arriving": SET_OF_ITS_OWN,
    "open.newer.waiting always target: lead to arriving": SET_OF_ITS_OWN,
    "open.newer.failed on user.retryGallery: lead to arriving": SET_OF_ITS_OWN,
  },
  outgoingMessage: {
    ...unfailing("uploading invoke #1"),
    "pausing after uploadPause: lead to beginning": WANTED_ANYWAY,
    "pausing on im.connected: lead to beginning": WANTED_ANYWAY,
    "offline on im.connected: lead to beginning": WANTED_ANYWAY,
    "preparing invoke onError target: lead to beginning": WANTED_ANYWAY,
    "uploading on upload.failed #2 target: lead to beginning": WANTED_ANYWAY,
    "uploading invoke #1 onError target: lead to beginning": UNFAILING,
    "uploading on upload.done target: lead to beginning": WANTED_ANYWAY,
  },
  session: {
    ...unfailing("signedOut invoke #1", "signedOut invoke #2", "owning.active.ready invoke"),
    "owning.active.ready on xstate.error.actor.signedIn: drop": UNFAILING,
    "owning.active.ready on xstate.error.actor.signedIn actions: drop": UNFAILING,
    "signedOut on place.changed actions: drop #1": "who signs in is led on from there, which is a place anew",
  },
  voicePlayer: {
    ...unfailing("sound.on invoke"),
    "sound.on invoke onError target: lead to silent": UNFAILING,
    "sound.on description: drop": NO_TABLE,
    "sound.on meta: drop": NO_TABLE,
  },
  sharedMedia: {
    "on im.conversations target: lead to .waiting": WANTED_ANYWAY,
  },
  recorder: {
    ...unfailing("on invoke"),
    "on invoke onError target: lead to looking": UNFAILING,
    "on description: drop": NO_TABLE,
  },
  scanner: {
    ...unfailing("camera.on invoke"),
    "camera.on invoke onError target: lead to on": UNFAILING,
    "context hasTorch: false is true": UNREAD,
    "context isLit: false is true": UNREAD,
    "camera.on description: drop": NO_TABLE,
  },
  callManager: {
    ...unfailing(
      "engaged.line.outgoing invoke",
      "engaged.line.incoming invoke",
      "engaged.line.group invoke",
      "engaged.line.meeting invoke",
    ),
    "actions dial heardAt: 0 is 1": "nothing was sent in the first millisecond of 1970",
    "context heardAt: 0 is 1": UNREAD,
    "context isNewMeeting: false is true": UNREAD,
  },
  caller: {
    ...unfailing("inRoom invoke", "inRoom.calling invoke"),
    "inRoom invoke onError target: lead to requestingAccess": UNFAILING,
    "inRoom invoke onError actions: drop #1": UNFAILING,
    "inRoom invoke onError actions: drop #2": UNFAILING,
  },
  callee: {
    ...unfailing("ringing invoke #1", "inRoom invoke"),
    "inRoom invoke onError target: lead to arriving": UNFAILING,
    "inRoom invoke onError actions: drop #1": UNFAILING,
    "inRoom invoke onError actions: drop #2": UNFAILING,
  },
  groupCall: {
    ...unfailing("ringing invoke #1", "inRoom invoke", "inRoom.talk.calling.ringing invoke"),
    "inRoom invoke onError target: lead to arriving": UNFAILING,
    "inRoom invoke onError actions: drop #1": UNFAILING,
    "inRoom invoke onError actions: drop #2": UNFAILING,
    "inRoom.talk.arrived always: drop #2": "the caller's state moves on to talking at once",
    "inRoom.names.unanswered after namesPause: lead to known":
      "known leads on to loading at once while a name is missing",
    "inRoom.talk.talking.alone always #1 target: lead to waiting": "waiting leads on to together at once",
    "inRoom.talk.talking.alone always #2 target: lead to together": "together leads on to waiting at once",
  },
  groupNotices: {
    "sending.sending invoke onError #1 target: lead to idle": IDLE_CHOOSES,
    "sending.pausing always target: lead to idle": IDLE_CHOOSES,
  },
  groupRoom: {
    ...unfailing("invoke"),
    "invoke onError target: lead to .open": UNFAILING,
    "guards isAskToMute: && is ||": ASKS_TO_MUTE,
    "guards isReactionPacket: && is ||": OF_ITS_KIND,
    "open.reactions on room.packet guard: drop": OF_ITS_KIND,
    "open.chat.open on room.packet guard: drop": OF_ITS_KIND,
  },
  meeting: {
    ...unfailing("invoke", "inRoom invoke"),
    "inRoom invoke onError target: lead to lobby": UNFAILING,
    "context canEncrypt: false is true": UNREAD,
  },
  meetingInvitation: {
    ...unfailing("choice.choosing invoke"),
    "choice.choosing invoke onError target: lead to choosing": UNFAILING,
  },
  callRoom: { ...unfailing("invoke"), "invoke onError target: lead to .waiting": UNFAILING },
  mediaSession: {
    ...unfailing("invoke", "joined invoke #1", "joined invoke #2", "joined invoke #3"),
    "invoke onError target: lead to .connecting": UNFAILING,
  },
  mediaDevice: {
    "on description: drop": NO_TABLE,
    "on meta: drop": NO_TABLE,
    "on on user.flip target: lead to off": WANTED_ANYWAY,
    "unavailable always target: lead to off": WANTED_ANYWAY,
  },
  conversations: { "context loaded: 0 is 1": UNREAD },
  mentionPicker: { "context read: 0 is 1": UNREAD },
  composer: {
    "draft.unsaved always target: lead to saved": "a stale draft leads on from there at once",
  },
  navigation: {
    ...unfailing("checking invoke"),
    "checking invoke onError target: lead to routing": UNFAILING,
    "on navigation.go #2 target: lead to .checking": "it leads to chats, which are guarded",
    "on user.back #3 target: lead to .checking": HOME_GUARDED,
    "on user.escape #3 target: lead to .checking": HOME_GUARDED,
    "on navigation.back #6 target: lead to .checking": HOME_GUARDED,
    "on session.signedIn target: lead to .checking": HOME_GUARDED,
    "routing always #1 target: lead to routing": HOME_GUARDED,
  },
  history: {
    "past.opening invoke onDone #1 guard: drop":
      "merge leads on to idle at once when there are older messages",
    "on history.seek #2 target: drop #1": EVERY_REGION,
    "on history.seek #2 target: drop #2": EVERY_REGION,
    "tail.detached on user.jumpToLatest target: drop #2": ATTACHED_ANYWAY,
    "tail.detached on outbox.begun target: drop #2": ATTACHED_ANYWAY,
  },
  historyGaps: {
    "context failures: 0 is 1": "the first state sets it at once",
    "context isDrawn: false is true": "the first state hides it at once",
    "unfilled on im.syncFinished target: lead to whole": "whole leads on to asking at once",
    "unfilled on user.fillGaps target: lead to whole": "whole leads on to asking at once",
  },
  outbox: {
    "actions start items isReady: false is true": "who is still being uploaded does not heed a turn",
  },
  membership: { "delays muteRemaining: 0 is 1": "only a member is muted" },
  messageMenu: {
    "guards hasChoices: 0 is 1": "there is no message with which only one thing can be done",
    "actions begin begun: 1 is 3": "children need names of their own, whichever",
    "context begun: 0 is 1": "children need names of their own, whichever",
  },
  selection: {
    ...unfailing("forwarding invoke"),
    "forwarding invoke onError target: lead to selecting": UNFAILING,
    "selecting on user.toggleMessage: drop #1":
      "tests/unit/conversation/selection.test.ts notices: a hundred first",
    "selecting on user.toggleMessage #1 actions: drop":
      "tests/unit/conversation/selection.test.ts notices: a hundred first",
  },
  forwarding: { "output isSent: === is !==": "the paths of selection, which hears of it, notice" },
  readState: {
    "context taken: 0 is 1": UNREAD,
    "context newestTime: 0 is 1": UNREAD,
    "context newestSeq: 0 is 1": UNREAD,
    "context mark count: 0 is 1": UNREAD,
    "context mark until: 0 is 1": UNREAD,
    "actions tellPlaced seq: 0 is 1": "no message has a seq below 1",
    "divider.marked.placed always target: lead to sought": "sought leads to placed at once",
    ...Object.fromEntries(
      [
        "marks.marking invoke onDone: lead to awaiting",
        "marks.marking on im.syncStarted target: lead to awaiting",
        "marks.waiting after markReadRetryDelay: lead to awaiting",
      ].map((edit) => [edit, "awaiting and settled lead to each other at once, by the same guard"]),
    ),
    ...Object.fromEntries(
      [
        "actions mark mark seq: 0 is 1",
        "actions mark mark seq: 0 is 1 (2)",
        "actions mark mark seq: 1 is 3 (2)",
      ].map((edit) => [edit, "tests/unit/conversation/read-state.test.ts notices"]),
    ),
  },
  unreadJump: { "guards isKnown: 0 is 1": "tests/unit/conversation/read-state.test.ts notices: seq 1" },
  codeEntry: {
    "entering.post.requesting invoke onDone target: lead to deciding":
      "the wait begun just then leads on at once",
  },
  registration: {
    ...unfailing("checking invoke", "proven invoke"),
    "checking invoke onError target: lead to beginning": UNFAILING,
    "proven invoke onError target: lead to beginning": UNFAILING,
  },
  signIn: { "context nextCodeAt: 0 is 1": UNREAD },
  sync: { "context reinstall: false is true": UNREAD, "context progress: 0 is 1": UNREAD },
};
