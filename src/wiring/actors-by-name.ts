import type { Ports } from "../../machines/ports/index.ts";
import type { Outside } from "./outside.ts";
import { asking, listening } from "./port-actors.ts";

/** What the charts of a signed-in user get. */
export interface Wiring extends Outside {
  actors: ReturnType<typeof actorsByName>;
}

/** Returns the port methods that charts declare under the same name. A chart ignores the actors it does not declare. */
export function actorsByName({ account, im, location, media, platform, scanner, storage }: Ports) {
  return {
    applicationEvents: listening(im.applicationEvents),
    connectionEvents: listening(im.connectionEvents),
    contactEvents: listening(im.contactEvents),
    conversationEvents: listening(im.conversationEvents),
    groupEvents: listening(im.groupEvents),
    messageEvents: listening(im.messageEvents),
    presenceEvents: listening(im.presenceEvents),
    signalEvents: listening(im.signalEvents),
    syncEvents: listening(im.syncEvents),
    pageEvents: listening(platform.pageEvents),

    addFriend: asking(im.addFriend),
    answerApplication: asking(im.answerApplication),
    block: asking(im.block),
    burnMessage: asking(im.burnMessage),
    changeConversation: asking(im.changeConversation),
    createGroup: asking(im.createGroup),
    createMessage: asking(im.createMessage),
    deleteMessage: asking(im.deleteMessage),
    fetchCalls: asking(im.fetchCalls),
    fillGaps: asking(im.fillGaps),
    findConversation: asking(im.findConversation),
    firstSync: asking(im.firstSync),
    joinGroup: asking(im.joinGroup),
    loadApplications: asking(im.loadApplications),
    loadCalls: asking(im.loadCalls),
    loadConversation: asking(im.loadConversation),
    loadConversations: asking(im.loadConversations),
    loadGroup: asking(im.loadGroup),
    loadMembers: asking(im.loadMembers),
    loadMembersByID: asking(im.loadMembersByID),
    loadMembership: asking(im.loadMembership),
    loadNewer: asking(im.loadNewer),
    loadOlder: asking(im.loadOlder),
    loadPeople: asking(im.loadPeople),
    loadPerson: asking(im.loadPerson),
    loadPresence: asking(im.loadPresence),
    loadUnreadTotal: asking(im.loadUnreadTotal),
    loadUser: asking(im.loadUser),
    lookUpGroup: asking(im.lookUpGroup),
    markMessageRead: asking(im.markMessageRead),
    markRead: asking(im.markRead),
    revokeMessage: asking(im.revokeMessage),
    saveDraft: asking(im.saveDraft),
    searchMessages: asking(im.searchMessages),
    sendGroupCallNotice: asking(im.sendGroupCallNotice),
    sendMessage: asking(im.sendMessage),
    sendSignal: asking(im.sendSignal),
    setRemark: asking(im.setRemark),
    unblock: asking(im.unblock),
    unfriend: asking(im.unfriend),

    changePassword: asking(account.changePassword),
    loadOwnDetails: asking(account.loadOwnDetails),
    loadPersonDetails: asking(account.loadPersonDetails),
    searchUsers: asking(account.searchUsers),
    locate: asking(location.locate),
    moderate: asking(media.moderate),
    requestAccess: asking(media.requestAccess),
    roomInfo: asking(media.roomInfo),
    readPicture: asking(scanner.readPicture),
    keepRecording: asking(storage.keepRecording),
    readEmojis: asking(storage.readEmojis),
    readHeard: asking(storage.readHeard),
    readOutbox: asking(storage.readOutbox),
    readRecording: asking(storage.readRecording),
    readSearches: asking(storage.readSearches),
    readViewed: asking(storage.readViewed),
    takeCall: asking(storage.takeCall),
  };
}
