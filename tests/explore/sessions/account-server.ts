/** A model of the chat server and the gateway: accounts, codes, and logins of which the newest of a user counts. */
import * as v from "valibot";
import { USER_IDS } from "../../pair/device.ts";
import type { Person } from "../../pair/styles.ts";

/** The phone number of each user. */
export const PHONES: Readonly<Record<Person, string>> = {
  mia: "13800000001",
  anna: "13800000002",
  ben: "13800000003",
};
export const RIGHT_CODE = "123456";

/** Error codes of OpenIM. */
const WRONG_PASSWORD = 20001;
const UNKNOWN_ACCOUNT = 20002;
const PHONE_REGISTERED = 20003;
const WRONG_CODE = 20006;
const CODE_USED = 20009;
export const EXPIRED = 1501;
const REVOKED = 1505;
export const KICKED = 1506;
const NOT_EXIST = 1507;

const text = v.optional(v.string(), "");
/** The parts of a request that the server needs. */
const Fields = v.object({ phoneNumber: text, password: text, verifyCode: text });
const Request = v.object({
  ...Fields.entries,
  user: v.optional(Fields, {}),
  userIDs: v.optional(v.array(v.string()), []),
});
type Request = v.InferOutput<typeof Request>;

export interface Answer {
  errCode: number;
  data?: unknown;
}

/** A connection to the gateway. */
export interface Socket {
  readonly token: string;
  /** The gateway ends the login, with the code that a further request would get. */
  end(errCode: number): void;
}

/** `unknown`: replaced twice. */
interface Login {
  readonly userID: string;
  readonly imToken: string;
  readonly chatToken: string;
  state: "valid" | "kicked" | "unknown" | "expired";
}

export interface AccountServer {
  answer(path: string, body: Readonly<Record<string, unknown>>, token: string | null): Answer;
  /** Returns the code that refuses the connection; 0 if it is accepted. */
  connect(socket: Socket): number;
  disconnect(socket: Socket): void;
  /** The user signs in on another device of that platform. */
  signInElsewhere(userID: string): void;
  expire(userID: string): void;
  hasLogin(userID: string): boolean;
  isValid(imToken: string): boolean;
  isRegistered(person: Person): boolean;
  /** The user of a chat token or of an IM token; null if it never existed. */
  ownerOf(token: string): string | null;
  state(): unknown;
}

export function createAccountServer(passwordOf: (person: Person) => string): AccountServer {
  const people: readonly Person[] = ["mia", "anna", "ben"];
  const accounts = new Map<Person, string>([
    ["mia", passwordOf("mia")],
    ["anna", passwordOf("anna")],
  ]);
  /** `used`: an account was made with the code. */
  const codes = new Map<Person, "sent" | "used">();
  const logins: Login[] = [];
  const sockets = new Set<Socket>();

  const endSockets = (login: Login, errCode: number) => {
    for (const socket of [...sockets])
      if (socket.token === login.imToken) {
        sockets.delete(socket);
        socket.end(errCode);
      }
  };
  const issue = (userID: string): Answer => {
    const number = logins.filter((login) => login.userID === userID).length + 1;
    const login: Login = {
      userID,
      imToken: `im ${userID} ${number}`,
      chatToken: `chat ${userID} ${number}`,
      state: "valid",
    };
    for (const older of logins) {
      if (older.userID !== userID) continue;
      if (older.state === "kicked") older.state = "unknown";
      if (older.state !== "valid") continue;
      older.state = "kicked";
      endSockets(older, KICKED);
    }
    logins.push(login);
    const { imToken, chatToken } = login;
    return { errCode: 0, data: { userID, imToken, chatToken } };
  };
  const refusal = { valid: 0, kicked: KICKED, unknown: NOT_EXIST, expired: EXPIRED } as const;
  const personOf = ({ phoneNumber }: v.InferOutput<typeof Fields>) => {
    const person = people.find((one) => PHONES[one] === phoneNumber);
    if (!person) throw new Error("Nobody has that number");
    return person;
  };
  const codeRefusal = (person: Person, code: string): number =>
    codes.get(person) === "used" ? CODE_USED : codes.get(person) && code === RIGHT_CODE ? 0 : WRONG_CODE;

  const routes: Readonly<Record<string, (body: Request, token: string | null) => Answer>> = {
    "/account/login"(body) {
      const person = personOf(body);
      const password = accounts.get(person);
      if (password === undefined) return { errCode: UNKNOWN_ACCOUNT };
      return password === body.password ? issue(USER_IDS[person]) : { errCode: WRONG_PASSWORD };
    },
    "/account/code/send"(body) {
      const person = personOf(body);
      if (accounts.has(person)) return { errCode: PHONE_REGISTERED };
      codes.set(person, "sent");
      return { errCode: 0 };
    },
    "/account/code/verify": (body) => ({ errCode: codeRefusal(personOf(body), body.verifyCode) }),
    "/account/register"(body) {
      const person = personOf(body.user);
      const errCode = codeRefusal(person, body.verifyCode);
      if (errCode !== 0) return { errCode };
      if (accounts.has(person)) return { errCode: PHONE_REGISTERED };
      codes.set(person, "used");
      accounts.set(person, body.user.password);
      return issue(USER_IDS[person]);
    },
    "/user/find/full"(body, token) {
      const login = logins.find(({ chatToken }) => chatToken === token);
      if (login?.state === "expired") return { errCode: EXPIRED };
      if (login?.state !== "valid") return { errCode: REVOKED };
      return { errCode: 0, data: { users: body.userIDs.map((userID) => ({ userID })) } };
    },
  };

  return {
    answer(path, body, token) {
      const route = routes[path];
      if (!route) throw new Error(`The server has no ${path}`);
      return route(v.parse(Request, body), token);
    },
    connect(socket) {
      const login = logins.find(({ imToken }) => imToken === socket.token);
      const errCode = login ? refusal[login.state] : NOT_EXIST;
      if (errCode === 0) sockets.add(socket);
      return errCode;
    },
    disconnect: (socket) => void sockets.delete(socket),
    signInElsewhere: (userID) => void issue(userID),
    expire(userID) {
      for (const login of logins) {
        if (login.userID !== userID || login.state !== "valid") continue;
        login.state = "expired";
        endSockets(login, EXPIRED);
      }
    },
    hasLogin: (userID) => logins.some((login) => login.userID === userID && login.state === "valid"),
    isValid: (imToken) => logins.some((login) => login.imToken === imToken && login.state === "valid"),
    isRegistered: (person) => accounts.has(person),
    ownerOf: (token) =>
      logins.find(({ imToken, chatToken }) => imToken === token || chatToken === token)?.userID ?? null,
    state: () => [logins.map(({ imToken, state }) => [imToken, state]), [...accounts.keys()], [...codes]],
  };
}
