/**
 * Edits of code that no unit test notices, by file and name of the edit (`tests/mutation/edits.ts`), with the
 * reason why that is no gap.
 */
type Reasons = Readonly<Record<string, string>>;

/** A check that gives the failure its type. */
const FAILS_NEXT = "The types need it. Without it the next lines fail, which is the same failure.";

/** A check of a function that the SDK has. */
const OF_SDK = "The types need it. The SDK has this function.";

/** A length that leads beyond the frame. */
const BEYOND = "The next number lies beyond the frame, so the frame is broken as well.";

export const explained: Readonly<Record<string, Reasons>> = {
  "machines/calls/call-rules.ts": {
    "ringTimeLeft: 0 is 1": "An age of 0 ms is subtracted or ignored, which is the same.",
    "isInvitedAgain: 0 is 1": "No call began in the first millisecond of 1970.",
    "addEndedCall initiated: drop the fallback of before?.initiatedAt":
      "The types need it. Without an earlier time the ended call has its own time anyway.",
    "addEndedCall ended: 0 is 1": "No call began in the first millisecond of 1970.",
  },
  "machines/calls/group-rules.ts": {
    "withReaction id: + is -": "An id only has to be new.",
    "withReaction id: 0 is 1": "An id only has to be new.",
    "withReaction id: 1 is 3 (2)": "An id only has to be new.",
    "startIn began: 0 is 1": "No call began in the first millisecond of 1970.",
    "startIn: 0 is 1": "No call began in the first millisecond of 1970.",
  },
  "machines/calls/last-leaver.ts": {
    "MOST_HEARD: 100 is 201": "It bounds the length of a packet. Fewer users leave a call together.",
  },
  "machines/calls/silent-members.ts": {
    "NO_CHECK traffic sum: 0 is 1":
      "No member is silent before the fourth check, when it makes no difference.",
    "NO_CHECK traffic quietFor: 0 is 1":
      "No member is silent before the fourth check, when it makes no difference.",
    "UNKNOWN quietFor: 0 is 1": "An unknown sum differs from every sum, so that the next check replaces it.",
    "memberAfter isSilent: false is true": "At the first check a member is heard, or sends nothing.",
  },
  "machines/conversation/chat-hits.ts": {
    "PAST_MESSAGES: 2000 is 4001":
      "The model of the chart chatSearch has the number too, so its paths notice.",
  },
  "machines/conversation/forwarded-messages.ts": {
    "MOST_CHOSEN: 100 is 201": "The tests of the chart selection have the number.",
    "MOST_RECEIVERS: 9 is 19": "The model of the chart forwarding has the number too, so its paths notice.",
    "MERGED_LINES: 4 is 9": "The tests of the screen of a forward have the number.",
  },
  "machines/conversation/gaps.ts": {
    "MOST_SEEN: 10000 is 20001":
      "It bounds the work for a wrong number. Only the newest 200 missing numbers are requested.",
    "gapsIn: drop if (from === undefined || to === undefined) return [];":
      "The types need it. Without missing numbers the last condition returns no gap either.",
    "gapsIn: || is &&": "A list without a first number has no last one.",
    "joinMessages hasMore: drop the fallback of oldestID(incoming)":
      "The types need it. No known message has an empty id, nor null as its id.",
  },
  "machines/conversation/message-permissions.ts": {
    "ROLE member: 20 is 41": "OpenIM has no role between 20 and 60.",
    "maySupervise mine: drop the fallback of roleOf(me)":
      "The types need it. No comparison with undefined is true.",
    "maySupervise mine: 0 is 1": "OpenIM has no role between 0 and 20.",
  },
  "machines/conversation/pending-deletions.ts": {
    "DELETION_PAUSE: 5000 is 10001":
      "The message is gone on this device already. No user sees when the server deletes it.",
  },
  "machines/domain/album.ts": {
    "rankOf: 3 is 7": "Only the order of the ranks counts.",
  },
  "machines/domain/conversation.ts": {
    "compareConversations: 1 is 3": "Only the sign of the result counts.",
    "compareConversations: 1 is 3 (2)": "Only the sign of the result counts.",
    "mergeConversations: 0 is 1 (2)":
      "Times are whole milliseconds and ids differ, so that the comparison is never between 0 and 1, nor 0.",
  },
  "machines/domain/group-routes.ts": {
    "NO_CHOICE groupType: 0 is 1":
      "The types need it. The chart routeScopes sets the choice before it starts the picker.",
  },
  "machines/domain/incoming-share.ts": {
    "clean: 2 is 5": "It bounds the work for a long text, which is cut to a message after that.",
  },
  "machines/domain/links.ts": {
    "withoutTrailing: 0 is 1 (3)": "An address begins with a letter, which is never removed.",
    "withoutTrailing balance: drop the fallback of open.get(partner)":
      "The types need it. Every closing bracket of the address is counted before.",
    "withoutTrailing balance: 0 is 1":
      "The types need it. Every closing bracket of the address is counted before.",
  },
  "machines/domain/meeting-link.ts": {
    "withoutKey: 1 is 3": "Only the first part is used.",
  },
  "machines/domain/message.ts": {
    "HISTORY_PAGE: 20 is 41": "The model of the chart history has the number too, so its paths notice.",
    "HISTORY_WINDOW: 400 is 801": "The model of the chart history has the number too, so its paths notice.",
    "compareMessages: 1 is 3": "Only the sign of the result counts.",
    "compareMessages: 1 is 3 (2)": "Only the sign of the result counts.",
    "conversationWith: 1 is 3": "Only the sign of the result counts.",
    "conversationWith: 1 is 3 (2)": "Only the sign of the result counts.",
  },
  "machines/domain/people-routes.ts": {
    "NO_SEARCH isGroup: false is true":
      "The chart routeScopes sets the search of the page before it uses it.",
  },
  "machines/domain/recording.ts": {
    "SHORTEST_RECORDING: 1 is 3": "The model of the chart recorder has the number too, so its paths notice.",
    "LONGEST_RECORDING: 60 is 121":
      "The model of the chart recorder has the number too, so its paths notice.",
    "KEPT_RECORDINGS: 20 is 41": "The tests of src/adapters/storage/kept-recordings.ts have the number.",
    "waveOf: floor is ceil": "A bar may begin one level later. Each level still belongs to one bar.",
  },
  "machines/inbox/unread-mentions.ts": {
    "withMentions mention: drop the fallback of stronger(row.mention, mark)":
      "The types need it. The stronger of two marks is one of them.",
    "STRENGTH: 2 is 5": "Two marks that are neither 1 nor 4 are both 2.",
    "stronger: drop the fallback of one ?? other": "The types need it. Null is no mark either.",
    "stronger kind: drop the fallback of STRENGTH.find((each) => each === one.kind || each === oth...":
      "The types need it. The list has every kind.",
  },
  "machines/media/shared-items.ts": {
    "LOOK_PAGE: 100 is 201":
      "The models of the charts gallery and sharedMedia have the number too, so their paths notice.",
  },
  "machines/outbox/outgoing-drafts.ts": {
    "albumsIn albums: 1 is 3": "A message that two albums have counts for the later one.",
  },
  "machines/session/registration-form.ts": {
    "NAME_LENGTH: 20 is 41": "The tests of the screen have the number.",
  },
  "machines/session/tab-lock.ts": {
    "nextTabLock lock: drop ...lock": "The types need it. A lock that is left makes no request any more.",
  },
  "machines/session/verification-code.ts": {
    "RESEND_AFTER: 60000 is 120001":
      "The models of the charts sign-in and code-entry have the number too, so their paths notice.",
  },
  "src/adapters/instant-start/cached-pages.ts": {
    "PAUSE: 1000 is 2001": "A page that closes writes at once.",
    "createPageKeeper rest: drop clearTimeout(timer);": "Without a waiting page the timer writes nothing.",
    "createPageKeeper write: drop clearTimeout(timer);":
      "Without a waiting page the timer writes nothing. A later page may be written earlier.",
    "createPageKeeper emptyPages: drop waiting.delete(conversationID);":
      "The page is written and removed again at once.",
    "newestOf letters: 0 is 1": "The limit need not be exact.",
  },
  "src/adapters/instant-start/cached-rows.ts": {
    "PAUSE: 1000 is 2001": "A page that closes writes at once.",
    "createRowKeeper rest: drop clearTimeout(timer);":
      "Without waiting rows the timer writes nothing. Later rows may be written earlier.",
  },
  "src/adapters/openim/calls/meeting-card.ts": {
    "makeMeetingCard data start: floor is ceil": "Other clients only show the start, without its seconds.",
  },
  "src/adapters/openim/parse/attachments.ts": {
    "cutLine line: 4 is 9": "It bounds the work for a long text, of which one line remains.",
    "escapedAddress: || is &&": "The types need it. The pattern finds both parts or none.",
    "cutFileName long: 8 is 17": "It bounds the work for a long name, whose middle is lost anyway.",
    "Version width: 0 is 1": "A size counts only if both sides are known.",
    "Version height: 0 is 1": "A size counts only if both sides are known.",
  },
  "src/adapters/openim/parse/content.ts": {
    "withoutQuoted: && is ||": "The types need it. What is no object has no text, and cannot be read either.",
  },
  "src/adapters/openim/parse/messages.ts": {
    "conversationIDOf pair: 1 is 3": "Only the sign of the result counts.",
    "conversationIDOf pair: 1 is 3 (2)": "Only the sign of the result counts.",
  },
  "src/adapters/openim/parse/quotes.ts": {
    "quotedBy: && is ||": "The types need it. What quotes nothing has no quoted message.",
  },
  "src/adapters/storage/outbox-store.ts": {
    'createOutboxStore readOutbox: drop the fallback of key.split("/").at(-2)':
      "The types need it. A key has three parts.",
    "createOutboxStore writeOutbox clientMsgIDs: drop filter":
      "It saves requests to the database for messages without bytes.",
  },
  "src/adapters/config.ts": {
    "originsIn addresses: drop the fallback of list?.split(/[\\s,]+/)":
      "The types need it. A list that is missing names no origin either.",
  },
  "src/adapters/openim/parse/waveform.ts": {
    "Extra: 1000 is 2001": "It bounds the work for a long text. A wave has at most 100 digits.",
  },
  "src/adapters/openim/send/file-messages.ts": {
    "makeFileMessage snapshotPicture size: 0 is 1": "Nobody reads the size of a thumbnail.",
    "makeFileMessage snapshotSize: 0 is 1": "Nobody reads the size of a still.",
  },
  "src/adapters/openim/send/forwarding.ts": {
    "shortened total: 0 is 1": "The limit need not be exact.",
    "shortened most: 0 is 1": "A text of one character is not cut.",
    "shortened: 1 is 3": "The limit need not be exact.",
    "shortened: floor is ceil": "The limit need not be exact.",
    "shortened: 2 is 5": "The limit need not be exact.",
  },
  "src/adapters/openim/send/outgoing.ts": {
    "QUOTED characters: 2000 is 4001": "The limit of the JSON bounds it too.",
    "QUOTED items: 20 is 41": "The limit of the JSON bounds it too.",
    "QUOTED json: 6000 is 12001": "The limit need not be exact.",
    "quotation: 0 is 1": "The limit need not be exact.",
    "quotation: 2 is 5": "The limit need not be exact.",
    "quotation: floor is ceil": "The limit need not be exact.",
    "quotation: 2 is 5 (2)": "The limit need not be exact.",
    'createOutgoing receiversOf: drop if (!conversation) throw new Failure("unknown");': FAILS_NEXT,
    "createOutgoing makeRaw: drop if (!isFileAttachment(enclosure) || !addresses) throw new...": FAILS_NEXT,
    "createOutgoing makeRaw: || is &&": FAILS_NEXT,
    'createOutgoing readPrepared: drop if (!raw) throw new Failure("unknown");': FAILS_NEXT,
    "createOutgoing sendOnce: drop prepared.delete(clientMsgID);":
      "It bounds the memory. The SDK has stored the message.",
    'createOutgoing createMessage: drop if (!created.success) throw new Failure("unknown");': FAILS_NEXT,
  },
  "src/adapters/openim/send/uploads.ts": {
    'createUploads put fileName: drop the fallback of name.split("/").at(-1)':
      "The types need it. A split has a last part.",
    'createUploads onEvents: drop if (name !== "UploadComplete") continue;':
      "No other event has the key of an upload.",
    "createUploads onEvents: 0 is 1": "Nobody sees the progress of one byte.",
  },
  "src/adapters/openim/send/unsaved-drafts.ts": {
    "createKeptDrafts key: drop the fallback of myUserID()":
      'No user has the id "" or "null": either key is that of nobody.',
  },
  "src/adapters/openim/sync/burn-queue.ts": {
    "createBurnQueue dropIfBurnt: drop if (!row.latestMsg?.burn) return row;":
      "It saves a request for each row.",
    "createBurnQueue reset: drop clearTimeout(timer);": "Without a deletion the timer does nothing.",
    "isAnswered: && is ||": "Without a worker no request arrives, and all are repeated after the pause.",
  },
  "src/adapters/openim/sync/history-gaps.ts": {
    "MOST_READS: 10 is 21": "It bounds the work for an SDK that fetches one message with each read.",
    'createHistoryGaps storedRows: drop if (!rows.success) throw new Failure("unknown");': FAILS_NEXT,
    "createHistoryGaps rowsOf read: 0 is 1":
      "It bounds the work for an SDK that fetches one message with each read.",
    "createHistoryGaps fillGaps: drop if (rows.length === 0) return [];": "It saves a request.",
    "PAGE: 20 is 41": "The size of the page does not change what the SDK fetches.",
  },
  "src/adapters/openim/worker/frame-guard.ts": {
    "guarded: drop if (!frame) return { data };":
      "The types need it. Without it the next line fails, and the data is passed on in the same way.",
    "viewOf: drop if (!ArrayBuffer.isView(data) || !(data.buffer instanceof...":
      "The types need it. What is no view cannot be unpacked.",
    "viewOf: || is &&": "The types need it. No view here has shared memory.",
    "isTooDeep: drop if (json.length <= MOST) return false;": "The walk finds the same, only slower.",
  },
  "src/adapters/openim/worker/overtaking.ts": {
    "takeSignals errCode: 0 is 1": "Nobody reads the code of this event.",
  },
  "src/adapters/openim/worker/quirks.ts": {
    "patchHistory: drop if (!isQuery(read)) return;": OF_SDK,
    "patchHistory patched settled: negate last.get(chat) === settled": "It bounds the memory.",
    "patchHistory patched settled: drop if (last.get(chat) === settled) last.delete(chat);":
      "It bounds the memory.",
    "patchHistory patched settled: === is !==": "It bounds the memory.",
    "patchHistory patched settled: drop last.delete(chat);": "It bounds the memory.",
    "patchNewChat: drop if (!isQuery(find)) return;": OF_SDK,
    "storeRow: drop if (!isQuery(read) || !isQuery(insert)) return;": OF_SDK,
    "storeRow: || is &&": OF_SDK,
    "patchSearch: drop if (!isQuery(search)) return;": OF_SDK,
    'patchGroupMute mute: drop if (!isQuery(changeGroupMute)) throw new Error("changeGro...': OF_SDK,
    "callWasm: drop if (!isQuery(query)) throw new Error(`${name} is missing`);": OF_SDK,
    'patternsOf: drop if (typeof keywords !== "string") return keywords;':
      "The types need it. The wasm passes JSON.",
  },
  "src/adapters/openim/worker/redialing-socket.ts": {
    "RedialingSocket: 0 is 1 (2)": "The types need it. The first attempt sets its time.",
  },
  "src/adapters/openim/worker/repeats.ts": {
    "slowRepeats forgetOld: drop if ((times.at(-1) ?? 0) <= now - WINDOW) departures.delet...":
      "It bounds the memory. Old times delay nothing.",
    "slowRepeats forgetOld: drop the fallback of times.at(-1)": "The types need it. Every list has a time.",
    "slowRepeats forgetOld: 0 is 1": "The types need it. Every list has a time.",
    "slowRepeats forgetOld: drop departures.delete(key);": "It bounds the memory. Old times delay nothing.",
    "slowRepeats: drop forgetOld(now);": "It bounds the memory. Old times delay nothing.",
    "slowRepeats: drop slice": "It bounds the memory. Only the tenth time from the end counts.",
  },
  "src/adapters/openim/worker/sync-watch.ts": {
    "watchSync fail errCode: 0 is 1": "Nobody reads the code of this event.",
  },
  "src/adapters/platform/push.ts": {
    "createPush ask token: drop the fallback of credentials.read()?.imToken":
      "The types need it. A request without a token has no such header.",
    'subscribed: drop logLine("push", "the browser has no subscription");': "Only the console shows it.",
  },
  "src/adapters/storage/kept-recordings.ts": {
    "Kept bytes: 0 is 1": "Every recording has bytes.",
    "id: 1 is 3": "Every id has more characters.",
    'createKeptRecordings write: drop logLine("storage", "a recording lasts as long as the page");':
      "Only the console shows it.",
  },
  "src/adapters/storage/own-files.ts": {
    "createOwnFiles open: drop if (!request) return reject();":
      "The types need it. Without a request the next line fails in the same way.",
    "createOwnFiles forget: drop the fallback of addresses.get(key)":
      "The types need it. No file has an undefined address.",
  },
  "src/adapters/storage/storage-keys.ts": {
    "forget keys: drop the fallback of storage.key(index)":
      "The types need it. Every index below the length has a key.",
  },
  "src/text/areaCodes.ts": {
    "namer: drop if (known) return known;": "The names are the same, only slower to get.",
    "namer: drop namers.set(language, name);": "The names are the same, only slower to get.",
    "namer name: drop the fallback of (SHORT_NAMES.has(iso) ? short : long).of(iso)":
      "The types need it. Intl returns the code itself for a region without a name.",
    "searchAreaCodes: 2 is 5": "Only the order of the ranks counts.",
    "searchAreaCodes: 2 is 5 (2)": "Only the order of the ranks counts.",
    "searchAreaCodes: 2 is 5 (3)": "Only the order of the ranks counts.",
    "searchAreaCodes: drop the fallback of other.get(iso)":
      "The types need it. Both languages have a name for every code.",
  },
  "src/text/avatar.ts": {
    "avatarLetter tail: drop slice": "It bounds the work for a long name.",
    "avatarLetter tail: 64 is 129": "It bounds the work for a long name.",
    "avatarLetter: drop if (WHOLE.test(tail)) return tail.slice(-1);":
      "The segmenter finds the same character, only slower.",
  },
  "src/adapters/openim/connection/connection.ts": {
    "MISSED: 1000 is 2001": "It bounds the memory.",
    'createSdkConnection watchdog: drop logLine("im", "the SDK is connected and synchronises noth...':
      "Only the console shows it.",
    "createSdkConnection publish: drop slice": "It bounds the memory.",
    "createSdkConnection attach: drop missed = [];": "It frees the memory. A page attaches the part once.",
  },
  "src/adapters/openim/connection/events.ts": {
    "addReceipts: 0 is 1": "Nothing was read in the first millisecond of 1970.",
    "addMember: 0 is 1": "OpenIM has no role between 0 and 20.",
  },
  "src/adapters/openim/im.ts": {
    "MEMORY: 1000 is 2001": "It bounds the memory.",
    "MOST_SIGNALS: 50 is 101": "It bounds the memory.",
    "createIm groupLookup token: drop the fallback of credentials.read()?.imToken":
      "The types need it. A request without a token has no such header.",
    "createIm publishMessages: && is ||":
      "The types need it. Only replies are returned, and only those with their original.",
    "createIm onWorkerEnd: drop synchronised.end();": "A request waits at most two seconds anyway.",
    "createIm onSignOut: drop synchronised.end();": "A request waits at most two seconds anyway.",
    'createIm readPages: drop if (!page.success) throw new Failure("unknown");': FAILS_NEXT,
    "createIm deleteEverywhere: 0 is 1": "How often the number is looked up need not be exact.",
    'createIm loadMembership: drop if (userID === null) throw new Failure("sessionEnded");':
      "The types need it. Without a user no chart asks.",
    'createIm loadMemberships: drop if (userID === null) throw new Failure("sessionEnded");':
      "The types need it. Without a user no chart asks.",
  },
  "src/adapters/openim/worker/database.ts": {
    "SPAN: 50 is 101": "Only the speed of a sync depends on it.",
    "LANES: 20 is 41": "Only the speed of a login depends on it.",
    "attendDatabase commit: drop clearTimeout(end);": "A later transaction is committed earlier.",
    "attendDatabase askNewest lane: drop if (answers.has(id)) continue;": "It saves a query.",
    "attendDatabase askNewest lane: drop await answer;": "Only the speed of a login depends on it.",
    "attendDatabase: drop newest?.set(id, answer);": "It saves a query.",
    "attendDatabase enter: drop rows = null;": "It frees the memory. Every write keeps the rows right.",
    "tablesIn: drop filter": "SQLite allows to empty its own tables too.",
    "tablesIn: startsWith is endsWith": "SQLite allows to empty its own tables too.",
  },
  "src/adapters/openim/worker/download.ts": {
    "count: drop if (!chunk || chunk.done) return;": FAILS_NEXT,
    "count: || is &&": "The types need it. The reader has an answer.",
  },
  "src/adapters/instant-start/first-rows.ts": {
    "createFirstRows askRows records: drop the fallback of positions.get(conversationID)?.maxSeq":
      "The types need it. No comparison with undefined is true.",
    "createFirstRows askRows records: 0 is 1": "A chat without a position is left out later.",
    "rowOf row draftTextTime: 0 is 1": "No message is of the first millisecond of 1970.",
  },
  "src/adapters/media/downloads.ts": {
    "read share: 0 is 1": "A file of one byte has no progress.",
  },
  "server/im/domain/pairs.ts": {
    "createPairs require: drop if (!isAmbiguous(a, b)) return;": "It saves a query.",
    "smaller: negate a < b": "Either user will do, if it is always the same one.",
    "smaller: < is >=": "Either user will do, if it is always the same one.",
  },
  "server/im/domain/push-acts.ts": {
    "createPushActs markRead: drop if (groupAtType === GroupAtType.none) return;":
      "The change after it changes nothing then, and tells nothing.",
    "createPushActs reply: 0 is 1": "A message that may be sent in a millisecond may be sent now.",
    "createPushActs act: 0 is 1": "A message that may be sent in a millisecond may be sent now.",
    "createPushActs rejectAgain: negate !(error instanceof ApiError)":
      "Only the log tells. What fails after a change is stored is logged.",
    "createPushActs rejectAgain: drop if (!(error instanceof ApiError)) throw error;":
      "Only the log tells. What fails after a change is stored is logged.",
    "createPushActs rejectAgain: no longer negate (error instanceof ApiError)":
      "Only the log tells. What fails after a change is stored is logged.",
    "createPushActs act: drop if (deps.logins.newest(userID, platformID) !== tokenID) {...":
      "The subscription of a token that is replaced ends too, and its grants with it.",
  },
  "server/objects/ranges.ts": {
    "rangeOf: drop the fallback of header":
      'The types need it. Without a header the text is "undefined", which has no range.',
    "rangeOf: || is && (2)": "The types need it. The pattern finds both parts or none.",
  },
  "server/tokens.ts": {
    "getSecret: 32 is 65": "A longer secret is as good.",
    'getSecret: drop if (row === undefined) throw new Error("the store has no ...':
      "The types need it. The statement before has written it.",
  },
  "server/attempts.ts": {
    "createPasswordAttempts begin waitUntil: 0 is 1": "No clock is in the first millisecond of 1970.",
  },
  "src/adapters/openim/worker/wire.ts": {
    "MOST_BYTES: 4 is 9": "No frame is so long.",
    "payloadOf: 0 is 1": "Both are empty.",
    "payloadOf: 0 is 1 (2)": "One byte holds no field.",
    "withText index: drop the fallback of struct?.names.indexOf(field)": "The types need it.",
    "withText index: 1 is 3": "Any negative number will do.",
    "withText: 0 is 1": "The first field is the request, which every frame has.",
    "GobReader number: 0 is 1": "Nothing is read from a broken frame.",
    "GobReader bytes: drop if (bytes.length < length) this.isBroken = true;": BEYOND,
    "GobReader bytes: drop this.isBroken = true;": BEYOND,
    "GobReader bytes: true is false": BEYOND,
    "LONGEST_NAME: 64 is 129": "It bounds the work for a long name.",
    "unsignedAt: drop if (0x100 - first > MOST_BYTES || next > frame.length) re...": BEYOND,
    "unsignedAt: || is &&": BEYOND,
    "fieldsOf varint byte: drop the fallback of message[at++]": "The types need it.",
    "fieldsOf varint byte: 0 is 1": "The types need it.",
  },
  "src/text/birthday.ts": {
    "birthOf: || is &&": "The pattern finds all three numbers or none.",
    "birthOf: || is && (2)": "The pattern finds all three numbers or none.",
  },
  "src/text/fold.ts": {
    "foldText isShort: 1 is 3": "It bounds the work for a text of many lines.",
    "LINK: 2048 is 4097": "It bounds the work for a long text. No link is longer.",
    "linkAcross around: drop slice": "It bounds the work for a long text. No link is longer.",
  },
  "src/text/graphemes.ts": {
    "TAIL: 64 is 129": "It bounds the work for a long text.",
    "lastLength: drop slice": "It bounds the work for a long text.",
    "emojiCount: drop if (text.length > MOST * TAIL || !WITHIN.test(text)) retu...":
      "The segmenter finds the same, only slower.",
    "emojiCount: || is &&": "The segmenter finds the same, only slower.",
  },
  "src/text/notice.ts": {
    "noticeParts: drop the fallback of named[Number(piece)]":
      "The types need it. Every placeholder has its name.",
  },
  "src/text/preview.ts": {
    "startOf: 4000 is 8001": "It bounds the work for a long text, of which one line remains.",
  },
  "src/text/search.ts": {
    "placeOf: drop if (isBare(text)) return { start: found, end: found + wan...":
      "The walk finds the same place, only slower.",
    "placeOf start: 1 is 3": "Only the sign of the number counts until the place is found.",
  },
  "src/text/time.ts": {
    "durationText seconds: 0 is 1": "Parts of a second are not shown.",
    "isTime: 0 is 1": "Nothing is of the first millisecond of 1970.",
  },
  "src/worker/notices.ts": {
    "ringTimeLeft left: 0 is 1": "An age of 0 ms is subtracted or ignored, which is the same.",
  },
  "src/worker/off.ts": {
    "ATTEMPT_PAUSE: 500 is 1001": "The worker takes over half a second later.",
  },
};
