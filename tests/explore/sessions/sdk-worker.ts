/** A model of the worker of OpenIM's SDK: one login, its database and its connection. */
import * as v from "valibot";
import type { SdkWorker } from "../../../src/adapters/openim/connection/rpc.ts";
import type { Choices } from "../../pair/choices.ts";
import { refusal, type Script, ScriptedWorker } from "../../unit/adapters/support/scripted-worker.ts";
import type { ExploredTime } from "../common/explored-time.ts";
import { type AccountServer, EXPIRED, KICKED, type Socket } from "./account-server.ts";

const Config = v.object({ userID: v.string(), token: v.string() });
const NOT_LOGGED_IN = 10004;
const LOGIN_REPEAT = 10102;
const LOGGED_OUT = 1;
const LOGGED_IN = 3;

interface Login {
  readonly userID: string;
  readonly token: string;
  /** The server ended it. The SDK then logs out by itself. */
  isOver: boolean;
  socket: Socket | null;
  /** The last answer of the server, or the reason of its end, which may be on its way; an error code of OpenIM. */
  answer: number;
}

export interface SdkWorkerWorld {
  readonly time: ExploredTime;
  readonly server: AccountServer;
  readonly choices: Choices;
}

/** The SDK of a page. */
export interface PageSdk {
  /** The user whose database is open; null without one. */
  readonly userID: string | null;
  spawn(): SdkWorker;
  state(): unknown;
}

export function createPageSdk(tab: string, { time, server, choices }: SdkWorkerWorld): PageSdk {
  let worker: ScriptedWorker | null = null;
  let login: Login | null = null;

  const pass = (says: string) => time.pass(0, { says: `${says}.`, line: `gateway of ${tab}` });
  const endLogin = (ended: Login, errCode: number) => {
    if (login !== ended || ended.isOver) return;
    ended.isOver = true;
    if (errCode === KICKED) worker?.emit({ name: "OnKickedOffline" });
    else if (errCode === EXPIRED) worker?.emit({ name: "OnUserTokenExpired" });
    else worker?.emit({ name: "OnUserTokenInvalid", data: `Error: ${errCode}` });
  };
  const connect = async (connecting: Login) => {
    worker?.emit({ name: "OnConnecting" });
    await pass(`The SDK of ${tab} connects`);
    if (login !== connecting) return;
    const socket: Socket = {
      token: connecting.token,
      end(errCode) {
        connecting.answer = errCode;
        void pass(`The server ends the login of the SDK of ${tab}`).then(() => endLogin(connecting, errCode));
      },
    };
    const errCode = server.connect(socket);
    connecting.answer = errCode;
    if (errCode === 0) connecting.socket = socket;
    await pass(`The server answers the SDK of ${tab}`);
    if (errCode !== 0) endLogin(connecting, errCode);
    else if (login === connecting && !connecting.isOver)
      worker?.emit(
        { name: "OnConnectSuccess" },
        { name: "OnSyncServerStart", data: false },
        { name: "OnSyncServerFinish" },
      );
  };

  const script: Script = {
    getLoginStatus() {
      if (!login) throw refusal(NOT_LOGGED_IN);
      return login.isOver ? LOGGED_OUT : LOGGED_IN;
    },
    async login(config) {
      if (login && !login.isOver) throw refusal(LOGIN_REPEAT);
      const begun: Login = { ...v.parse(Config, config), isOver: false, socket: null, answer: 0 };
      login = begun;
      await pass(`The SDK of ${tab} opens its database`);
      if (login === begun) void connect(begun);
    },
    async logout() {
      if (!login || login.isOver) throw refusal(NOT_LOGGED_IN);
      const ended = login;
      await pass(`The SDK of ${tab} asks the server to log out`);
      if (choices.chance(0.5, { kind: "loss", says: `The answer to the logout of ${tab} is lost.` }))
        await new Promise(() => {});
      await pass(`The server answers the logout of ${tab}`);
      if (ended.socket) server.disconnect(ended.socket);
      if (login === ended) login = null;
    },
    getSelfUserInfo() {
      if (!login || login.isOver) throw refusal(NOT_LOGGED_IN);
      return { userID: login.userID, nickname: login.userID, faceURL: "" };
    },
    setAppBackgroundStatus: () => null,
    networkStatusChanged: () => null,
  };

  return {
    get userID() {
      return login && !login.isOver ? login.userID : null;
    },
    spawn() {
      const spawned = new ScriptedWorker(script);
      const terminate = spawned.terminate.bind(spawned);
      spawned.terminate = () => {
        terminate();
        if (worker !== spawned) return;
        if (login?.socket) server.disconnect(login.socket);
        worker = null;
        login = null;
      };
      worker = spawned;
      time.after(0, () => spawned.report({ type: "alive" }, { type: "ready" }));
      return spawned;
    },
    state: () => [worker !== null, login && { ...login, socket: login.socket !== null }],
  };
}
