/**
 * What adapters and the wiring hold, by file and name, with the reason why no chart holds it. A name is a variable of
 * the module or of a closure that changes, a class or a timer.
 */
import { each, type Reasons } from "./view-state.ts";

const DECIDED = "the value of a pure function in machines/, which decides; the file only keeps it";

const LISTENERS = "the subscribers of a stream";

const ONCE = "a part that is fetched, opened or created once, and shared";

const CACHE = "results that can be asked for again: without them only the speed differs";

const ENDED =
  "whether the caller has left: a browser or SDK call cannot be taken back, so its answer is dropped";

const HANDLE = "what a browser or SDK object needs to be stopped or shown; it is gone with the object";

const TIMER = "a timer of a pure function's pause, or of the one write, check or limit that the file is for";

const LIMIT = "ends the wait for a browser, server or SDK that does not answer; the chart gets a failure";

const LOCAL = "a value within one call of a function: nothing is left after it";

const MIRROR = "what the SDK or library has reported, because it cannot be asked; charts get events only";

const QUEUE = "calls that wait for their turn or for the SDK, in the order in which they came";

const WRITE = "data of one burst that is written together; the chart has given it and needs no answer";

export const adapterState: Readonly<Record<string, Reasons>> = {
  "src/adapters/chat-server/chat-server.ts": { setTimeout: LIMIT },
  "src/adapters/chat-server/demo.ts": { isOffered: "a server without demo users is asked once" },
  "src/adapters/inspection/index.ts": {
    setTimeout: "sends after the current turn, so that watching does not delay the app",
    ...each(["stop", "watched"], "the watching windows"),
  },
  "src/adapters/inspection/media.ts": {
    setInterval: "reads the statistics of a connection, which the browser does not report by itself",
    ...each(["bytes", "count", "isOver"], "the samples of a connection; nothing of it returns to the app"),
  },
  "src/adapters/instant-start/cached-pages.ts": {
    known: CACHE,
    ...each(["setTimeout", "timer", "userID", "waiting"], WRITE),
    watchers: LISTENERS,
  },
  "src/adapters/instant-start/reload.ts": { setTimeout: "the program, and with it every chart, is lost" },
  "src/adapters/instant-start/cached-rows.ts": each(["setTimeout", "timer", "waiting"], WRITE),
  "src/adapters/lazy.ts": { part: ONCE },
  "src/adapters/livekit/access.ts": { granted: "the token of a room between the request and the join" },
  "src/adapters/livekit/cameras.ts": { isOver: ENDED },
  "src/adapters/livekit/blur.ts": {
    cameras: HANDLE,
    isWanted: "what the user chose in a lobby or call of many: the browser blurs, and no chart depends on it",
    listeners: LISTENERS,
  },
  "src/adapters/livekit/connection.ts": {
    parting: HANDLE,
    phase: MIRROR,
    ...each(
      ["farewell", "setTimeout"],
      "the library leaves when a page unload starts, also if a reload waits",
    ),
    ...each(["lookout", "setInterval"], "the library does not report every member; see members.ts"),
  },
  "src/adapters/livekit/data-channel.ts": each(["opening", "sealing"], QUEUE),
  "src/adapters/livekit/event-queue.ts": each(
    ["queueMicrotask", "waiting"],
    "events of one turn: a reconnect drops those before it",
  ),
  "src/adapters/livekit/library.ts": { loading: ONCE },
  "src/adapters/livekit/media.ts": {
    ...each(["connection", "decide", "stop"], HANDLE),
    isOver: ENDED,
    visits: "the promise of each of the last rooms, which the connection keeps after the room is left",
  },
  "src/adapters/livekit/members.ts": { adopted: HANDLE, ...each(["met", "present"], MIRROR) },
  "src/adapters/livekit/new-devices.ts": { isOver: ENDED, known: MIRROR, stops: HANDLE },
  "src/adapters/livekit/own-devices.ts": { blurs: HANDLE, isClosed: ENDED, queues: QUEUE, tracks: HANDLE },
  "src/adapters/livekit/own-screen.ts": { isClosed: ENDED, isStarting: MIRROR, tracks: HANDLE },
  "src/adapters/livekit/packets.ts": {
    members: "how many packets of each member still count; a flood costs nothing",
  },
  "src/adapters/livekit/parting.ts": {
    ...each(["byes", "others"], MIRROR),
    queueMicrotask: "events of one turn: a reconnect drops those before it",
    resolve: HANDLE,
    setTimeout: TIMER,
  },
  "src/adapters/livekit/pictures.ts": each(["frames", "pictures"], HANDLE),
  "src/adapters/livekit/preview.ts": {
    hasStopped: ENDED,
    ...each(["end", "stop", "stream"], HANDLE),
    isRefused: MIRROR,
    setInterval: TIMER,
  },
  "src/adapters/livekit/readability.ts": each(["isKeyShared", "isUnreadable", "unreadable"], MIRROR),
  "src/adapters/livekit/room-listeners.ts": { stops: HANDLE },
  "src/adapters/livekit/room-pictures.ts": { drawn: HANDLE },
  "src/adapters/livekit/silence.ts": { check: DECIDED, ...each(["setInterval", "timer"], TIMER) },
  "src/adapters/livekit/sound.ts": { chosen: MIRROR, elements: HANDLE, switching: QUEUE, wanted: MIRROR },
  "src/adapters/media/code-reader.ts": {
    ...each(["class Frame", "stream"], HANDLE),
    hasStopped: ENDED,
    ...each(["setTimeout", "timer"], TIMER),
  },
  "src/adapters/media/downloads.ts": {
    setTimeout: "a saved file must stay readable until the browser has read it",
  },
  "src/adapters/media/own-media.ts": { setTimeout: LIMIT },
  "src/adapters/media/picture-pixels.ts": each(["at", "most"], LOCAL),
  "src/adapters/media/player.ts": {
    isReady: "whether the element has an address: a sound from elsewhere is loaded first",
    playing: HANDLE,
  },
  "src/adapters/media/meter.ts": { "class Meter": HANDLE },
  "src/adapters/media/recorder.ts": {
    ...each(["calls", "isGiven"], "how many calls have the microphone; microphone-use.ts decides"),
    ...each(["class Take", "take", "yielding"], HANDLE),
    parts: "the data of a recording until it stops",
    setInterval: "reports the level; the recorder chart draws and limits the recording",
    use: DECIDED,
  },
  "src/adapters/media/scanner.ts": { ...each(["elements", "scan", "shown"], HANDLE), hasStopped: ENDED },
  "src/adapters/media/sources.ts": {
    departures: "a load that ends after its user has left is dropped",
    listeners: LISTENERS,
    ...each(["loaded", "loading"], CACHE),
  },
  "src/adapters/openim/calls/calls.ts": {
    fetched: "the chats that were read for the list of calls: without it they are read again",
    ...each(["setTimeout", "timer"], LIMIT),
    underWay: "the signals that sign-out waits for (R20)",
  },
  "src/adapters/openim/calls/invite-throttle.ts": {
    held: "the users in a pause and their timers; invite-pause.ts decides",
    setTimeout: TIMER,
  },
  "src/adapters/openim/connection/awaited-sync.ts": { state: DECIDED, waiting: QUEUE },
  "src/adapters/openim/connection/connection.ts": {
    signedInPart: ONCE,
    isAbandoned: "the first sync failed and the SDK was stopped: the next reconnect starts another one",
    missed: "events before the code of the signed-in app has come; it gets them at once",
    syncUnderWay: MIRROR,
    dropping: "the removals that sign-out waits for",
  },
  "src/adapters/openim/connection/events.ts": { ids: "the newest ids: the SDK reports some messages twice" },
  "src/adapters/openim/connection/feed.ts": {
    listeners: LISTENERS,
    held: "signals that come before the charts start",
  },
  "src/adapters/openim/connection/reconnect-watchdog.ts": {
    ...each(["setTimeout", "timer"], TIMER),
    watch: DECIDED,
  },
  "src/adapters/openim/connection/rpc.ts": {
    burst: LOCAL,
    connection: "the running worker and its open requests",
    lastID: "numbers the requests",
    ...each(["reject", "resolve"], LOCAL),
    setTimeout: "some workers never start and report no error; see the file",
  },
  "src/adapters/openim/connection/sdk-failure.ts": {
    "class SdkFailure": "an error; it has no state that changes",
  },
  "src/adapters/openim/connection/session.ts": {
    ...each(["hasEnded", "status"], MIRROR),
    ...each(["loggedInWith", "run", "underWay"], "a second start or login shares the first; see the file"),
  },
  "src/adapters/openim/connection/synchronised.ts": {
    ...each(["setTimeout", "timer"], LIMIT),
    waiting: QUEUE,
  },
  "src/adapters/openim/im.ts": {
    restored: "drafts of an earlier page are given to the SDK once",
    writer: "the user whose drafts are stored; another tab may sign out or sign in another user",
    setTimeout: "the SDK deletes no message before its number has arrived, and reports no number",
    uploads: ONCE,
    lastTyping: QUEUE,
    isOver: ENDED,
    stop: HANDLE,
  },
  "src/adapters/openim/send/forwarding.ts": { most: LOCAL },
  "src/adapters/openim/send/outgoing.ts": {
    prepared: "a created message in the SDK's form until it is sent; the outbox decides when",
    underWay: "the SDK refuses a second send of the same message: it shares the first",
    ...each(["characters", "items"], LOCAL),
  },
  "src/adapters/openim/send/uploads.ts": {
    listeners: LISTENERS,
    ...each(["underWay", "waiting"], QUEUE),
  },
  "src/adapters/openim/sync/amended-reads.ts": { removals: LOCAL },
  "src/adapters/openim/sync/burn-queue.ts": { deletions: DECIDED, ...each(["setTimeout", "timer"], TIMER) },
  "src/adapters/openim/sync/contact-requests.ts": { waiting: "calls before the sync's end share one read" },
  "src/adapters/openim/sync/group-changes.ts": {
    unanswered:
      "the id of a group whose creation had no answer: the chart asks again with the same draft only",
  },
  "src/adapters/openim/sync/group-lookup.ts": {
    foreign: "the groups whose joining the SDK does not report; see the file",
    setTimeout: TIMER,
  },
  "src/adapters/openim/sync/history.ts": {
    ownViews: "numbers the reads: the SDK keeps a position for each number",
  },
  "src/adapters/openim/sync/presence.ts": { subscribed: MIRROR },
  "src/adapters/openim/sync/second-look.ts": each(["setTimeout", "timer"], TIMER),
  "src/adapters/openim/worker/cleared-chats.ts": {
    own: "the chats that this device cleared in the last minute: the SDK gets the server's report of them, no chart does",
  },
  "src/adapters/openim/worker/compile-ahead.ts": { ahead: ONCE },
  "src/adapters/openim/worker/database.ts": {
    ...each(["ahead", "end", "setTimeout"], "the open transaction around the SDK's many small writes"),
    answers: LOCAL,
    ...each(["newest", "rows"], CACHE),
    opened: ONCE,
    stage: MIRROR,
  },
  "src/adapters/openim/worker/sync-watch.ts": { ...each(["pulls", "setTimeout"], LIMIT), state: MIRROR },
  "src/adapters/openim/worker/redialing-socket.ts": {
    "class RedialingSocket":
      "the SDK's socket: it dials again until it is open, as the SDK itself does more slowly",
    setTimeout: "the pause between two attempts, as the SDK has between its own",
    queueMicrotask: "a socket reports its closing later than `close` returns",
    dialing: "the sockets that are not open yet: the SDK creates them",
    tellFailed: "the listener of all sockets: the SDK creates them",
  },
  "src/adapters/openim/worker/frame-guard.ts": {
    "class GuardedSocket": "the SDK's socket with a filter: it keeps messages in their order",
    ...each(["tellSignals", "watchSocket"], "the listeners of all sockets: the SDK creates them"),
  },
  "src/adapters/openim/worker/quirks.ts": {
    reads: QUEUE,
    places: "the starts of the history reads that run: the SDK asks the database for them",
  },
  "src/adapters/openim/worker/repeats.ts": {
    departures: "the times of equal requests: the SDK repeats some in a loop",
    setTimeout: TIMER,
  },
  "src/adapters/openim/worker/sdk-worker.ts": {
    ...each(["isReady", "tellRunning"], MIRROR),
    ...each(["queueMicrotask", "waiting"], "the reports of one turn, posted together"),
  },
  "src/adapters/openim/worker/shim.ts": {
    scope: LOCAL,
    setTimeout: TIMER,
    settle: "the wait for the start of the last database worker",
    tellLost: "the listener of a database worker that failed to load",
  },
  "src/adapters/openim/worker/upload-stops.ts": {
    uploads: "the requests that the SDK has under way, because it cannot be told to end them",
  },
  "src/adapters/openim/worker/wire.ts": { at: LOCAL, "class GobReader": LOCAL },
  "src/adapters/platform/address.ts": {
    position: "the number of the entry in the browser's history, which says how far the browser has moved",
    baseData: "a secret that was in the address, until the registration takes it",
    shown: "the address of the current page: a step back to the same one shows nothing new and goes on",
    ...each(
      ["isCovered", "isLeaving", "isStepping", "leaving", "setTimeout", "queue"],
      "the browser goes back later than it is asked to: writes wait; navigation decides where to go",
    ),
    listeners: LISTENERS,
  },
  "src/adapters/platform/alert.ts": {
    shown: "the newest notification of each chat, to close them when the page is visible",
  },
  "src/adapters/platform/audio.ts": { made: ONCE },
  "src/adapters/platform/frame-history.ts": {
    behind: "the history of a page in a frame, where the browser has none of its own",
    setTimeout: "goes back later than it is asked to, as a browser does",
  },
  "src/adapters/platform/page.ts": each(
    ["requestIdleCallback", "setTimeout"],
    "waits until the page is idle",
  ),
  "src/adapters/platform/ring.ts": {
    hide: HANDLE,
    setInterval: "repeats the vibration until the chart stops the ring",
  },
  "src/adapters/platform/tab-lock.ts": {
    leave: HANDLE,
    lock: DECIDED,
    queueMicrotask: "answers later than it is asked, as the browser's locks do",
  },
  "src/adapters/platform/title.ts": each(["caller", "unread"], "the two texts of which the title shows one"),
  "src/adapters/platform/updates.ts": { registration: HANDLE },
  "src/adapters/platform/wake-lock.ts": { isOver: ENDED, locks: HANDLE },
  "src/adapters/server-clock.ts": each(
    ["offset", "stepAt"],
    "how far the device's clock is from the server's; all charts ask the one clock",
  ),
  "src/adapters/storage/credentials.ts": { used: "the tokens of this tab's login, which no chart may have" },
  "src/adapters/storage/kept-call.ts": {
    ...each(
      ["running", "setInterval", "timer"],
      "writes the time every second, so that a crash loses no more",
    ),
  },
  "src/adapters/storage/kept-recordings.ts": { watchers: LISTENERS },
  "src/adapters/storage/meeting-keys.ts": {
    keys: "secrets of links, which no chart may have",
    lost: "rooms whose secret is gone; the chart of a meeting hears of its own",
    watchers: LISTENERS,
  },
  "src/adapters/storage/own-files.ts": {
    ...each(["addresses", "here"], CACHE),
    cleared: "files that come after the sign-out of their user are not kept",
    isClosed: "an unusable database is logged once",
    opened: ONCE,
    setTimeout: LIMIT,
  },
  "src/adapters/storage/registration-draft.ts": {
    claimed: DECIDED,
  },
  "src/adapters/storage/settings.ts": { stop: ENDED },
  "src/wiring/calls.ts": {
    endSignals:
      "the signals that the chart gave last: they are sent when the actor or the page ends, after the chart",
  },
  "src/wiring/chat.ts": {
    typing: "what the peer was told last: it is taken back when the actor ends, after the chart",
  },
  "src/wiring/signed-in.ts": {
    told: "the cards that the chart was told last: most changes of the outbox are of others",
  },
  "src/wiring/recorder.ts": { take: "the recording outlives its chart; recording-take.ts decides" },
};
