/** A tab of the browser: the app's own charts, wiring and adapters, with models of what is outside of the page. */
import * as v from "valibot";
import { type InspectionEvent, type StateValue, setup } from "xstate";
import { Failure } from "../../../machines/domain/failure.ts";
import { type Place, placeOf } from "../../../machines/domain/route.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import { codeRequestPath, NO_FIELDS } from "../../../machines/session/registration-form.ts";
import type { signedInMachine } from "../../../machines/session/signed-in.ts";
import { createAccount, SignedIn } from "../../../src/adapters/chat-server/account.ts";
import type { PostToChatServer } from "../../../src/adapters/chat-server/chat-server.ts";
import { createRegistration } from "../../../src/adapters/chat-server/registration.ts";
import { failureOf } from "../../../src/adapters/failures.ts";
import { readRows } from "../../../src/adapters/instant-start/cached-rows.ts";
import { createSdkConnection } from "../../../src/adapters/openim/connection/connection.ts";
import { createTabLock } from "../../../src/adapters/platform/tab-lock.ts";
import { createCredentials } from "../../../src/adapters/storage/credentials.ts";
import { createOwnFiles } from "../../../src/adapters/storage/own-files.ts";
import { createRegistrationDraft } from "../../../src/adapters/storage/registration-draft.ts";
import { createSettings } from "../../../src/adapters/storage/settings.ts";
import {
  DRAFTS,
  EMOJIS,
  PAGES,
  RECORDINGS,
  ROWS,
  SEARCHES,
} from "../../../src/adapters/storage/storage-keys.ts";
import { type App, createApp } from "../../../src/wiring/index.ts";
import type { AppPorts } from "../../../src/wiring/program.ts";
import { fakePorts } from "../../fakes/ports.ts";
import { aConversation, NOON } from "../../fakes/world.ts";
import type { Choices } from "../../pair/choices.ts";
import type { Person } from "../../pair/styles.ts";
import { memoryStorage } from "../../unit/adapters/support/memory-storage.ts";
import { type ExploredTime, START } from "../common/explored-time.ts";
import { type AccountServer, PHONES, RIGHT_CODE } from "./account-server.ts";
import type { Browser, BrowserPage } from "./browser.ts";
import { createPageSdk, type PageSdk } from "./sdk-worker.ts";

/** What some run must show. */
export const SITUATIONS = [
  "a request fails",
  "an answer is lost, and the server has done it",
  "a request times out",
  "the code of the signed-in app does not load",
  "an answer comes for which the user does not wait any more",
] as const;

export type Met = (typeof SITUATIONS)[number];

export interface TabWorld {
  readonly time: ExploredTime;
  readonly server: AccountServer;
  readonly choices: Choices;
  readonly browser: Browser;
  readonly inspect: ((event: InspectionEvent) => void) | undefined;
  /** Changes an adapter, to show what its rule is for. */
  readonly change: ((ports: AppPorts) => AppPorts) | undefined;
  meet(what: Met): void;
  /** A sign-in or a registration is answered with credentials. */
  accept(imToken: string): void;
  /** A user signs out. */
  leave(): void;
}

/** Something that the user can do in a tab. */
export interface Press {
  readonly says: string;
  readonly costs?: string;
  run(): void;
}

export interface Tab {
  readonly name: string;
  readonly isOpen: boolean;
  readonly path: string;
  /** The state of the session, with a dot before each inner state; empty without a page. */
  readonly phase: string;
  /** The user who is signed in here; null without one. */
  readonly userID: string | null;
  /** The user whose database is open in this tab; null without one. */
  readonly sdkUserID: string | null;
  readonly reason: string | null;
  /** Codes of the errors in the forms. */
  readonly formErrors: readonly string[];
  /** The users whose conversations the list shows before the SDK has loaded. */
  readonly cachedOf: readonly string[];
  /** What the tab sent in the name of another user than it shows, after it heard of the other; null if nothing. */
  readonly strange: string | null;
  /** The IM tokens in answers for which the user of the tab did not wait any more. */
  readonly unawaited: readonly string[];
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  /** What the user can do, apart from closing and reloading. */
  readonly presses: readonly Press[];
  /** The next step of a registration that was begun, as the user does it unless something else happens. */
  readonly goesOn: Press | null;
  open(): void;
  /** The page closes without a word. Its tab stays, with what is stored for it. */
  close(): void;
  signIn(person: Person): void;
  /** All that the future of this tab depends on. */
  state(): unknown;
}

/** Milliseconds that the app waits for the chat server (9-01). */
const TIMEOUT = 5000;
/** A user who gets the same error again and again stops after so many steps. */
const MOST_STEPS = 12;

const WORDS: Readonly<Record<string, string>> = {
  "/account/login": "sign in",
  "/account/code/send": "send a code",
  "/account/code/verify": "check the code",
  "/account/register": "make the account",
  "/user/find/full": "load the details",
};

export function passwordOf(person: Person): Secret {
  return new Secret(`${person}123`);
}

/** The data of a user that the app keeps until the sign-out. */
const KEPT_FOR_ALL = [ROWS, PAGES];
const KEPT_FOR_ONE = [SEARCHES, EMOJIS, DRAFTS, RECORDINGS];
export const KEPT: readonly string[] = [...KEPT_FOR_ALL, ...KEPT_FOR_ONE];

function keepData(local: Storage, userID: string): void {
  const rows = [aConversation({ conversationID: userID, userID, latestMsg: null })];
  for (const key of KEPT_FOR_ALL) local.setItem(key, JSON.stringify({ userID, rows, pages: {} }));
  for (const prefix of KEPT_FOR_ONE) local.setItem(prefix + userID, "[]");
}

interface Page {
  readonly app: App;
  readonly browser: BrowserPage;
  readonly sdk: PageSdk;
  end(): void;
}

export function createTab(name: string, world: TabWorld): Tab {
  const { time, server, choices, browser, meet } = world;
  const session = memoryStorage();
  const log: string[] = [];
  const errors: unknown[] = [];
  let place: Place = placeOf("/");
  let page: Page | null = null;
  let isRegistering = false;
  let steps = 0;
  let strange: string | null = null;
  const unawaited: string[] = [];
  /** Requests and answers on their way. */
  const trips = new Set<{ carries: unknown }>();

  const navigation = () => page?.app.getSnapshot().children.navigation;
  const sessionChart = () => page?.app.getSnapshot().children.session;
  const children = () => sessionChart()?.getSnapshot().children;
  const signInFlow = () => children()?.signInFlow;
  const registration = () => children()?.registration;
  const codeEntry = () => registration()?.getSnapshot().children.codeEntry;
  const accountSetup = () => registration()?.getSnapshot().children.accountSetup;
  const cachedChats = () => children()?.cachedChats;

  const isAwaited = () =>
    signInFlow()?.getSnapshot().hasTag("submitting") || accountSetup()?.getSnapshot().hasTag("busy");
  const postFrom =
    (isOver: () => boolean): PostToChatServer =>
    ({ path, body, token, answer: schema }) =>
      new Promise((resolve, reject) => {
        const what = `${name} to ${WORDS[path] ?? path}`;
        const owner = token === null ? null : server.ownerOf(token);
        if (token !== null && tab.userID !== null && owner !== tab.userID && !browser.isBusy)
          strange ??= `${name} shows ${tab.userID} and asks to ${WORDS[path]} with a token of ${owner}.`;
        if (choices.chance(0.5, { kind: "failure", says: `The request of ${what} fails.` })) {
          meet("a request fails");
          reject(new Failure("network"));
          return;
        }
        let isDone = false;
        const clock = time.clockOf(name);
        const limit = clock.setTimeout(() => {
          isDone = true;
          if (isOver()) return;
          meet("a request times out");
          reject(new Failure("timeout"));
        }, TIMEOUT);
        const trip: { carries: unknown } = { carries: [path, body, token] };
        trips.add(trip);
        const hear = ({ errCode, data }: ReturnType<AccountServer["answer"]>) => {
          trips.delete(trip);
          clock.clearTimeout(limit);
          if (isDone || isOver()) return;
          if (errCode !== 0) {
            reject(new Failure(failureOf(errCode)));
            return;
          }
          const signedIn = v.safeParse(SignedIn, data);
          if (signedIn.success) {
            if (isAwaited()) world.accept(signedIn.output.imToken);
            else {
              unawaited.push(signedIn.output.imToken);
              meet("an answer comes for which the user does not wait any more");
            }
          }
          resolve(v.parse(schema, data));
        };
        const arrive = () => {
          const answer = server.answer(path, body, token);
          if (choices.chance(0.5, { kind: "loss", says: `The answer to the request of ${what} is lost.` })) {
            meet("an answer is lost, and the server has done it");
            trips.delete(trip);
            return;
          }
          trip.carries = answer;
          time.after(0, () => hear(answer), { says: `The server answers the request of ${what}.` });
        };
        time.after(0, arrive, { says: `The request of ${what} reaches the server.` });
      });

  /** The charts of the signed-in user are not explored. They keep data. */
  const signedInChart = (local: Storage): typeof signedInMachine => {
    const chart: unknown = setup({
      types: {
        context: {} as { userID: string },
        input: {} as { profile: { userID: string } },
      },
      actions: { keepData: ({ context }) => keepData(local, context.userID) },
    }).createMachine({
      id: "signedIn",
      context: ({ input }) => ({ userID: input.profile.userID }),
      entry: "keepData",
    });
    return chart as typeof signedInMachine;
  };

  const openPage = (): Page => {
    const own = browser.openPage(name);
    let isOver = false;
    const { local } = own;
    const sdk = createPageSdk(name, world);
    const credentials = createCredentials(local, own.window as Window);
    const draft = createRegistrationDraft(session, () => "none");
    const post = postFrom(() => isOver);
    const link = createSdkConnection({
      addresses: () => ({ apiUrl: "", wsUrl: "", logLevel: 5 }),
      credentials,
      firstRun: { isFirst: () => false, remember() {} },
      spawn: sdk.spawn,
    });
    const fake = fakePorts({ path: `${place.path}${place.search && `?${place.search}`}` });
    const ports: AppPorts = {
      ...fake,
      account: { ...createAccount({ post, credentials }), loadDemoPeople: async () => [] },
      credentials: credentials.port,
      im: link.port,
      platform: {
        ...fake.platform,
        tabLock: createTabLock(own.locks),
        renew: async () => {},
        now: () => NOON + time.now() - START,
      },
      registration: { ...draft, ...createRegistration({ post, credentials, forget: draft.forget }) },
      rows: { askRows: async () => [] },
      storage: {
        ...createSettings({ session, local, files: createOwnFiles(() => undefined) }),
        readRows: ({ userID }) => readRows(local, userID),
        watchPages: () => () => {},
      },
      program: {
        fetchAppUpdate: () => new Promise(() => {}),
        async fetchSignedIn() {
          await time.pass(0, { says: `${name} loads the code of the signed-in app.` });
          const fault = { kind: "failure" as const, says: `The code of the signed-in app does not load.` };
          if (!isOver && choices.chance(0.5, fault)) {
            meet("the code of the signed-in app does not load");
            throw new Failure("network");
          }
          return () => signedInChart(local);
        },
      },
    };
    const app = createApp(world.change?.(ports) ?? ports, {
      clock: time.clockOf(name),
      logger: (...words: unknown[]) => void log.push(words.join(" ")),
      ...(world.inspect ? { inspect: world.inspect } : {}),
    });
    app.subscribe({ error: (error) => errors.push(error) });
    app.start();
    return {
      app,
      browser: own,
      sdk,
      end() {
        isOver = true;
        own.close();
        app.stop();
        void link.port.stop();
      },
    };
  };
  const field = (one: { context: { error: { code: string } | null } } | undefined) =>
    one?.context.error?.code;
  const formErrors = () =>
    [signInFlow(), registration(), codeEntry(), accountSetup()].flatMap(
      (form) => field(form?.getSnapshot()) ?? [],
    );
  const go = (to: string) => navigation()?.send({ type: "user.navigate", to });

  const tab: Tab = {
    name,
    unawaited,
    log,
    errors,
    get isOpen() {
      return page !== null;
    },
    get path() {
      return navigation()?.getSnapshot().context.place.path ?? "";
    },
    get phase() {
      const value = sessionChart()?.getSnapshot().value;
      return value === undefined ? "" : pathOf(value);
    },
    get userID() {
      return tab.phase.startsWith("owning") ? (sessionChart()?.getSnapshot().context.userID ?? null) : null;
    },
    get sdkUserID() {
      return page?.sdk.userID ?? null;
    },
    get reason() {
      return sessionChart()?.getSnapshot().context.signOutReason ?? null;
    },
    get formErrors() {
      return formErrors();
    },
    get cachedOf() {
      const rows = cachedChats()?.getSnapshot().context.rows ?? [];
      return rows.map(({ userID }) => userID);
    },
    get strange() {
      return strange;
    },
    get presses() {
      const presses: Press[] = [];
      const session = sessionChart();
      const state = session?.getSnapshot();
      if (!session || !state) return presses;
      const press = (says: string, costs: string, run: () => void) =>
        presses.push({ says: `${name} ${says}.`, costs, run });
      if (state.can({ type: "user.signOut" }))
        press("signs out", "sign-out", () => {
          world.leave();
          session.send({ type: "user.signOut" });
        });
      if (state.can({ type: "user.takeOver" }))
        press("takes over", "take-over", () => session.send({ type: "user.takeOver" }));
      if (
        tab.path === "/login" &&
        signInFlow()
          ?.getSnapshot()
          .matches({ entering: { form: "editing" } })
      ) {
        for (const person of ["mia", "anna"] as const)
          press(`signs in as ${person}`, `sign-in as ${person}`, () => tab.signIn(person));
        press("signs in with a wrong password", "wrong", () => fillIn("mia", new Secret("wrong")));
        press("begins a registration", "registration", () => {
          isRegistering = true;
          go(codeRequestPath("register", "phone"));
        });
      }
      const entry = codeEntry();
      if (isRegistering && entry?.getSnapshot().matches({ entering: { form: "editing" } }))
        press("enters a wrong code", "wrong code", () =>
          entry.send({ type: "user.submitCode", code: new Secret("000000") }),
        );
      if (tab.phase === "signedOut" && tab.path !== "/login")
        press("goes back", "back", () => navigation()?.send({ type: "user.back" }));
      return presses;
    },
    get goesOn() {
      if (!isRegistering || steps >= MOST_STEPS || !tab.phase.startsWith("signedOut")) return null;
      const step = nextStep();
      return (
        step && {
          says: `${name} ${step.says}.`,
          run() {
            steps += 1;
            step.run();
          },
        }
      );
    },
    open() {
      page = openPage();
    },
    close() {
      place = navigation()?.getSnapshot().context.place ?? place;
      page?.end();
      page = null;
    },
    signIn: (person) => fillIn(person, passwordOf(person)),
    state: () => [
      tab.phase,
      place,
      isRegistering && steps,
      tab.reason,
      sessionChart()?.getSnapshot().context.userID ?? null,
      navigation()?.getPersistedSnapshot() ?? null,
      signInFlow()?.getPersistedSnapshot() ?? null,
      registration()?.getPersistedSnapshot() ?? null,
      cachedChats()?.getPersistedSnapshot() ?? null,
      children()?.profileDetails?.getPersistedSnapshot() ?? null,
      children()?.connection?.getSnapshot().value ?? null,
      page?.app.getSnapshot().children.toasts?.getSnapshot().context ?? null,
      page?.sdk.state() ?? null,
      session.getItem("parley:registration"),
      [...trips],
      unawaited,
    ],
  };

  function fillIn(person: Person, secret: Secret): void {
    const form = signInFlow();
    form?.send({ type: "user.typePhone", phoneNumber: PHONES[person] });
    form?.send({ type: "user.submit", secret });
  }

  function nextStep(): Press | null {
    const errorsNow = formErrors();
    const isKnown = errorsNow.includes("phoneRegistered") || errorsNow.includes("accountRegistered");
    if (tab.path === "/login") {
      const canSignIn = signInFlow()
        ?.getSnapshot()
        .matches({ entering: { form: "editing" } });
      return canSignIn && server.isRegistered("ben")
        ? { says: "signs in as ben", run: () => tab.signIn("ben") }
        : null;
    }
    if (isKnown) return { says: "goes to the sign-in page", run: () => go("/login") };
    const form = registration();
    const state = form?.getSnapshot();
    if (form && state?.matches({ asking: "editing" }))
      return {
        says: "enters a number and asks for a code",
        run() {
          form.send({ type: "user.fillIn", fields: { ...NO_FIELDS, phoneNumber: PHONES.ben } });
          form.send({ type: "user.requestCode" });
        },
      };
    const entry = codeEntry();
    const code = entry?.getSnapshot();
    if (entry && code?.matches({ entering: { form: "editing" } })) {
      if (errorsNow.includes("codeUsed"))
        return code.can({ type: "user.requestCode" })
          ? { says: "asks for another code", run: () => entry.send({ type: "user.requestCode" }) }
          : null;
      return {
        says: "enters the code",
        run: () => entry.send({ type: "user.submitCode", code: new Secret(RIGHT_CODE) }),
      };
    }
    const setup = accountSetup();
    const account = setup?.getSnapshot();
    if (setup && account?.matches({ choosing: "editing" }))
      return {
        says: "chooses a password",
        run: () =>
          setup.send({
            type: "user.choosePassword",
            password: passwordOf("ben"),
            confirmation: passwordOf("ben"),
          }),
      };
    if (setup && account?.matches({ naming: "editing" }))
      return {
        says: "enters a name and makes the account",
        run() {
          setup.send({ type: "user.fillIn", fields: { nickname: "ben" } });
          setup.send({ type: "user.finish" });
        },
      };
    return null;
  }

  return tab;
}

function pathOf(value: StateValue): string {
  if (typeof value === "string") return value;
  return Object.entries(value)
    .map(([name, inner]) => (inner === undefined ? name : `${name}.${pathOf(inner)}`))
    .join("+");
}
