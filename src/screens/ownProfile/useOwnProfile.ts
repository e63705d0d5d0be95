import { useSelector } from "@xstate/react";
import type { Profile } from "../../../machines/domain/people.ts";
import type { OwnDetails, ProfileChange } from "../../../machines/people/own-profile.ts";
import { useSend, useSession } from "../../shell/actors.tsx";
import { useProfileEditing } from "../../shell/routeActors.ts";

/** The profile on the IM server. */
export function useSelf(): Profile | null {
  return useSelector(useSession(), (session) => session?.context.profile ?? null);
}

/** The details on the chat server. */
export function useOwnDetails(): { details: OwnDetails | null; hasFailed: boolean; retry: () => void } {
  const actor = useProfileEditing();
  const send = useSend(actor);
  const details = useSelector(actor, (snapshot) => snapshot?.context.details ?? null);
  const hasFailed = useSelector(actor, (snapshot) => snapshot?.hasTag("failed") ?? false);
  return { details, hasFailed, retry: () => send({ type: "user.retryProfile" }) };
}

/** `pending` is the change that is being saved. */
export function useOwnChange(): { change: (change: ProfileChange) => void; pending: ProfileChange | null } {
  const actor = useProfileEditing();
  const send = useSend(actor);
  const pending = useSelector(actor, (snapshot) =>
    snapshot?.hasTag("saving") === true ? snapshot.context.change : null,
  );
  return { change: (change) => send({ type: "user.changeProfile", change }), pending };
}
