import { useSelector } from "@xstate/react";
import {
  type CallListActor,
  type ContactRequestActor,
  type DirectorySearchActor,
  type FormDraftActor,
  type GroupActor,
  type GroupChangeActor,
  type LocalSearchActor,
  type MemberPickerActor,
  type PasswordChangeActor,
  type ProfileEditingActor,
  type RouteScopesActor,
  type ScannerActor,
  type SharedMediaActor,
  type UserProfileActor,
  useSignedIn,
} from "./actors.tsx";

/** Charts that live only while their routes are open. On other routes the hooks below return undefined. */
function useRouteScopes(): RouteScopesActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.routeScopes);
}

export function useCallList(): CallListActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.callList);
}

export function useScanner(): ScannerActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.scanner);
}

export function useGroup(): GroupActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.group);
}

export function useGroupChange(): GroupChangeActor | undefined {
  return useSelector(useGroup(), (group) => group?.children.groupChange);
}

/** Only on pages with one text field. */
export function useFormDraft(): FormDraftActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.formDraft);
}

export function useMemberPicker(): MemberPickerActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.memberPicker);
}

/** The server search, on its page and on pages opened from it. */
export function useDirectorySearch(): DirectorySearchActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.directorySearch);
}

/** The local search, from its page until the user returns to a tab. */
export function useLocalSearch(): LocalSearchActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.localSearch);
}

/** From the shared-media page until the user returns to a tab. Undefined for another conversation. */
export function useSharedMedia(conversationID: string): SharedMediaActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) =>
    routeScopes?.context.sharedMediaID === conversationID ? routeScopes.children.sharedMedia : undefined,
  );
}

/** Only on pages of this user. Undefined for another user. */
export function useUserProfile(userID: string): UserProfileActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) =>
    routeScopes?.context.personID === userID ? routeScopes.children.userProfile : undefined,
  );
}

export function useContactRequest(): ContactRequestActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.contactRequest);
}

export function useProfileEditing(): ProfileEditingActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.profileEditing);
}

export function usePasswordChange(): PasswordChangeActor | undefined {
  return useSelector(useRouteScopes(), (routeScopes) => routeScopes?.children.passwordChange);
}
