/** Connects every port to the charts and creates the app actor. Only this folder knows all of them. */
import { type ActorOptions, type ActorRefFrom, createActor, fromCallback, fromPromise } from "xstate";
import { appMachine } from "../../machines/app/app.ts";
import { clipboardMachine } from "../../machines/app/clipboard.ts";
import { type AddressCommand, navigationMachine } from "../../machines/app/navigation.ts";
import { linkFrom } from "../../machines/domain/route.ts";
import { languageOf } from "../i18n/language.ts";
import type { AppPorts } from "./program.ts";
import { sessionChart } from "./session.ts";

export type App = ActorRefFrom<typeof appMachine>;

/**
 * Creates the app actor, not started. Call it once, outside React.
 *
 * @param options XState actor options: a clock for tests, an inspection observer, a logger
 */
export function createApp(
  ports: AppPorts,
  options: Pick<ActorOptions<typeof appMachine>, "clock" | "inspect" | "logger"> = {},
): App {
  const { credentials, im, meetingKeys, platform, program, storage } = ports;

  const navigation = navigationMachine.provide({
    actors: {
      address: fromCallback<AddressCommand>(({ sendBack, receive }) => {
        receive((command) => {
          if (command.type === "address.cover") platform.cover();
          else if (command.type === "address.uncover") platform.uncover();
          else if (command.type === "address.back") platform.back(command.steps);
          else {
            storage.writeLink(command.link);
            if (command.type === "address.push") platform.push(command.place, command.drops);
            else platform.replace(command.place, command.drops);
          }
        });
        return platform.addressEvents(sendBack);
      }),
      window: fromCallback(({ sendBack }) => platform.windowEvents(sendBack)),
      checkAccess: fromPromise(async () => {
        const status = await im.loginStatus().catch(() => null);
        return { status, hasCredentials: (await credentials.read()) !== null };
      }),
    },
  });

  const appearance = storage.readAppearance();
  platform.showAppearance(appearance);
  const place = platform.currentPlace();

  const app: App = createActor(
    appMachine.provide({
      actors: {
        session: sessionChart({
          ports,
          language: () => app.getSnapshot().context.language,
          alerts: () => app.getSnapshot().context.alerts,
        }),
        navigation,
        clipboard: clipboardMachine.provide({
          actors: {
            copyText: fromPromise(({ input }) =>
              platform.copy("text" in input ? input.text : meetingKeys.linkOf(input.roomID)),
            ),
          },
        }),
        fetchAppUpdate: fromPromise(async () => {
          await new Promise<void>((resolve) => platform.whenIdle(resolve));
          return (await program.fetchAppUpdate())(() => app.getSnapshot().children.session);
        }),
        preferences: fromCallback(({ receive }) =>
          receive((event) => {
            if (event.type === "alerts.save") storage.writeAlerts(event.alerts);
            else if (event.type === "language.save") storage.writeLanguage(event.language);
            else {
              storage.writeAppearance(event.appearance);
              platform.showAppearance(event.appearance);
            }
          }),
        ),
      },
    }),
    {
      systemId: "app",
      input: {
        language: languageOf(storage.readLanguage(), platform.browserLanguage()),
        appearance,
        alerts: storage.readAlerts(),
        clock: { newID: () => platform.newID(), now: () => platform.now() },
        place,
        link: linkFrom(place, storage.readLink()),
      },
      ...options,
    },
  );
  return app;
}
