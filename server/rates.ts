import { type ApiCall, ApiError } from "./http.ts";

export interface Rate {
  burst: number;
  perMinute: number;
}

/**
 * Limits that a user never reaches by hand and a loop reaches at once.
 * `request` is every read, also those an SDK makes itself: after sign-in with ten thousand chats it asks for ten
 * thousand users one by one.
 * Gateway messages have two rates, because hundreds come together after an outage or a forward. Messages that are not
 * stored (typing, call signals) come as fast as the receiver's WASM SDK handles them.
 * `messageBytes` is what a user stores by messages: forty of the largest at once, and then one in three seconds.
 * `frameBytes` is all that a user sends over the gateway, unpacked: about twice the messages, and the lists of chats.
 * `readBytes` is what a user reads of messages; a new device with years of chats stays below it. `answerBytes` is what
 * a user gets of all else by REST: a page of a thousand members takes fifteen times as long as a short answer.
 */
export const defaultRates = {
  request: { burst: 20_000, perMinute: 12_000 },
  search: { burst: 60, perMinute: 60 },
  profile: { burst: 30, perMinute: 10 },
  settings: { burst: 600, perMinute: 300 },
  groupCreation: { burst: 30, perMinute: 2 },
  groupJoining: { burst: 30, perMinute: 10 },
  groupChange: { burst: 120, perMinute: 60 },
  friendRequest: { burst: 30, perMinute: 2 },
  friendChange: { burst: 200, perMinute: 60 },
  reading: { burst: 2000, perMinute: 1200 },
  removal: { burst: 500, perMinute: 120 },
  upload: { burst: 300, perMinute: 60 },
  call: { burst: 60, perMinute: 30 },
  pushAct: { burst: 60, perMinute: 30 },
  moderation: { burst: 60, perMinute: 60 },
  message: { burst: 3000, perMinute: 600 },
  messagesAtOnce: { burst: 300, perMinute: 6000 },
  messageBytes: { burst: 10 * 1024 * 1024, perMinute: 6 * 1024 * 1024 },
  frameBytes: { burst: 32 * 1024 * 1024, perMinute: 12 * 1024 * 1024 },
  onlineMessage: { burst: 100, perMinute: 1800 },
  readBytes: { burst: 100 * 1024 * 1024, perMinute: 60 * 1024 * 1024 },
  answerBytes: { burst: 48 * 1024 * 1024, perMinute: 24 * 1024 * 1024 },
} as const satisfies Record<string, Rate>;

export type Operation = keyof typeof defaultRates;

/** Rates that differ from the defaults. "off" is for private servers and measurements. */
export type RateOptions = Partial<Record<Operation, Rate>> | "off";

/** Operation by path below /api or /chat. All other paths are a `request`. */
const operations: Readonly<Record<string, Operation>> = {
  "/user/search/full": "search",
  "/user/search/public": "search",
  "/friend/search": "search",
  "/user/update": "profile",
  "/user/update_user_info": "profile",
  "/user/update_user_info_ex": "profile",
  "/user/set_global_msg_recv_opt": "profile",
  "/user/process_user_command_add": "settings",
  "/user/process_user_command_update": "settings",
  "/user/process_user_command_delete": "settings",
  "/conversation/set_conversations": "settings",
  "/push/subscribe": "settings",
  "/push/unsubscribe": "settings",
  "/push/act": "pushAct",
  "/group/create_group": "groupCreation",
  "/group/join_group": "groupJoining",
  "/group/quit_group": "groupJoining",
  "/group/dismiss_group": "groupChange",
  "/group/invite_user_to_group": "groupChange",
  "/group/kick_group": "groupChange",
  "/group/group_application_response": "groupChange",
  "/group/mute_group": "groupChange",
  "/group/cancel_mute_group": "groupChange",
  "/group/mute_group_member": "groupChange",
  "/group/cancel_mute_group_member": "groupChange",
  "/group/set_group_info": "groupChange",
  "/group/set_group_info_ex": "groupChange",
  "/group/set_group_member_info": "groupChange",
  "/group/transfer_group": "groupChange",
  "/friend/add_friend": "friendRequest",
  "/friend/add_friend_response": "friendChange",
  "/friend/delete_friend": "friendChange",
  "/friend/update_friends": "friendChange",
  "/friend/set_friend_remark": "friendChange",
  "/friend/add_black": "friendChange",
  "/friend/remove_black": "friendChange",
  "/msg/mark_conversation_as_read": "reading",
  "/msg/mark_msgs_as_read": "reading",
  "/msg/set_conversation_has_read_seq": "reading",
  "/msg/revoke_msg": "removal",
  "/msg/delete_msgs": "removal",
  "/msg/clear_conversation_msg": "removal",
  "/msg/user_clear_all_msg": "removal",
  "/object/initiate_multipart_upload": "upload",
  "/third/logs/upload": "upload",
  "/user/rtc/get_token": "call",
  "/user/rtc/moderate": "moderation",
};

/** The OpenIM chat server's code for too frequent calls. */
export const tooFrequent = 20005;

/** A body counts as one more request per this many bytes: ids in a list are looked up one by one. */
const bytesOfRequest = 256;
const shareOf = (bytes: number) => Math.floor(bytes / bytesOfRequest);

/** Maximum number of buckets. The least recently used one goes first. */
const maxBuckets = 50_000;

/**
 * Counts one call of a user. `further` counts that many more operations of a call that was counted, even beyond the
 * rate.
 * @throws ApiError 20005 when there were too many; that call is not counted
 */
export type CountCall = (userID: string, call: Pick<ApiCall, "path" | "size">, further?: number) => void;

/** Counts calls in token buckets, one per user and operation, in memory. `now` is ms since epoch. */
export function createCallCounter(now: () => number, options: RateOptions = {}): CountCall {
  if (options === "off") return () => {};
  const rates: Readonly<Record<Operation, Rate>> = { ...defaultRates, ...options };
  const buckets = createBuckets(now, maxBuckets);
  return (userID, { path, size }, further) => {
    const operation = Object.hasOwn(operations, path) ? (operations[path] ?? "request") : "request";
    if (further !== undefined) return buckets.spend(`${operation} ${userID}`, rates[operation], further);
    const share = Math.min(shareOf(size), rates.request.burst);
    const seconds =
      buckets.take(`${operation} ${userID}`, rates[operation]) ||
      (share > 0 ? buckets.take(`request ${userID}`, rates.request, share) : 0);
    if (seconds > 0) throw new ApiError(tooFrequent, `too often, try again in ${seconds} s`);
  };
}

/** Counts a message and returns 0, or returns the ms to wait before it may be sent. `bytes` is its encoded size. */
export type PaceMessages = (userID: string, message: { isStored: boolean; bytes: number }) => number;

/** The rate of gateway messages, in the same kind of buckets. `now` is ms since epoch. */
export function createMessagePace(now: () => number, options: RateOptions = {}): PaceMessages {
  if (options === "off") return () => 0;
  const rates: Readonly<Record<Operation, Rate>> = { ...defaultRates, ...options };
  const buckets = createBuckets(now, maxBuckets);
  return (userID, { isStored, bytes }) => {
    const costs: [operation: Operation, count: number][] = isStored
      ? [
          ["message", 1],
          ["messagesAtOnce", 1],
          ["messageBytes", Math.min(bytes, rates.messageBytes.burst)],
        ]
      : [["onlineMessage", 1]];
    const waits = costs.map(([operation, count]) =>
      buckets.waitMs(`${operation} ${userID}`, rates[operation], count),
    );
    const waitMs = Math.max(...waits);
    if (waitMs > 0) return waitMs;
    for (const [operation, count] of costs) buckets.spend(`${operation} ${userID}`, rates[operation], count);
    return 0;
  };
}

/** Counts a gateway request of so many bytes and returns 0, or returns the ms to wait before it may be answered. */
export type PaceRequests = (userID: string, bytes: number) => number;

/** The rate `request` of gateway requests, apart from that of REST. `now` is ms since epoch. */
export function createRequestPace(now: () => number, options: RateOptions = {}): PaceRequests {
  if (options === "off") return () => 0;
  const { request } = { ...defaultRates, ...options };
  const buckets = createBuckets(now, maxBuckets);
  return (userID, bytes) => {
    const count = Math.min(1 + shareOf(bytes), request.burst);
    return buckets.takeMs(userID, request, count);
  };
}

/** Counts the unpacked bytes of a gateway frame and returns 0, or returns the ms to wait before it may be read. */
export type PaceFrames = (userID: string, bytes: number) => number;

/** The rate `frameBytes`: reading a frame costs time, whatever is in it. `now` is ms since epoch. */
export function createFramePace(now: () => number, options: RateOptions = {}): PaceFrames {
  if (options === "off") return () => 0;
  const { frameBytes } = { ...defaultRates, ...options };
  const buckets = createBuckets(now, maxBuckets);
  return (userID, bytes) => buckets.takeMs(userID, frameBytes, Math.min(bytes, frameBytes.burst));
}

/**
 * Limits the messages that users read. A read is counted before it is done, also below zero; then the user waits before
 * the next one.
 */
export interface ReadBudget {
  /** Ms until the user may read again, or 0. */
  waitMs(userID: string): number;
  /** @throws ApiError 20005 when the user has to wait */
  require(userID: string): void;
  spend(userID: string, bytes: number): void;
}

/** One budget per user, in memory. `now` is ms since epoch. */
export const createReadBudget = (now: () => number, options: RateOptions = {}): ReadBudget =>
  createBudget("readBytes", now, options);

/** The same for the answers of REST, which are counted when they are written. */
export const createAnswerBudget = (now: () => number, options: RateOptions = {}): ReadBudget =>
  createBudget("answerBytes", now, options);

function createBudget(operation: Operation, now: () => number, options: RateOptions): ReadBudget {
  if (options === "off") return { waitMs: () => 0, require: () => {}, spend: () => {} };
  const rates: Readonly<Record<Operation, Rate>> = { ...defaultRates, ...options };
  const rate = rates[operation];
  const buckets = createBuckets(now, maxBuckets);
  return {
    waitMs: (userID) => buckets.waitMs(userID, rate),
    require: (userID) => {
      const seconds = buckets.wait(userID, rate);
      if (seconds > 0) throw new ApiError(tooFrequent, `too often, try again in ${seconds} s`);
    },
    spend: (userID, bytes) => buckets.spend(userID, rate, bytes),
  };
}

export function createBuckets(now: () => number, maxRemembered: number) {
  const known = new Map<string, { tokens: number; at: number }>();

  function tokensOf(name: string, { burst, perMinute }: Rate): number {
    const bucket = known.get(name);
    if (bucket === undefined) return burst;
    const minutes = Math.max(0, now() - bucket.at) / 60_000;
    return Math.min(burst, bucket.tokens + minutes * perMinute);
  }

  /** Ms until there are `count` tokens, or 0. */
  function waitMs(name: string, rate: Rate, count = 1): number {
    const missing = count - tokensOf(name, rate);
    return missing <= 0 ? 0 : Math.ceil((missing * 60_000) / rate.perMinute);
  }

  /** Takes tokens even if the bucket then is below zero. */
  function spend(name: string, rate: Rate, count: number): void {
    const tokens = tokensOf(name, rate) - count;
    known.delete(name);
    known.set(name, { tokens, at: now() });
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
  }

  /** Seconds until there are `count` tokens, or 0. */
  function wait(name: string, rate: Rate, count = 1): number {
    return Math.ceil(waitMs(name, rate, count) / 1000);
  }

  /** Takes tokens and returns 0, or returns the ms until there are enough. */
  function takeMs(name: string, rate: Rate, count = 1): number {
    const ms = waitMs(name, rate, count);
    if (ms === 0) spend(name, rate, count);
    return ms;
  }

  return {
    waitMs,
    wait,
    spend,
    takeMs,
    /** The same in seconds. */
    take(name: string, rate: Rate, count = 1): number {
      return Math.ceil(takeMs(name, rate, count) / 1000);
    },
  };
}
