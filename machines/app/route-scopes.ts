import { assign, log, raise, setup } from "xstate";
import { callListMachine } from "../calls/call-list.ts";
import { child } from "../domain/child.ts";
import { formIn } from "../domain/form.ts";
import { choiceIn, NO_CHOICE } from "../domain/group-routes.ts";
import { NO_SEARCH, searchIn, targetIn, userIn } from "../domain/people-routes.ts";
import { NO_TARGET } from "../domain/relationship.ts";
import { groupMachine } from "../groups/group.ts";
import { memberPickerMachine } from "../groups/member-picker.ts";
import { sharedMediaIDIn } from "../media/shared-items.ts";
import { sharedMediaMachine } from "../media/shared-media.ts";
import { contactRequestMachine } from "../people/contact-request.ts";
import { directorySearchMachine } from "../people/directory-search.ts";
import { localSearchMachine } from "../people/local-search.ts";
import { profileEditingMachine } from "../people/profile-editing.ts";
import { scannerMachine } from "../people/scanner.ts";
import { userProfileMachine } from "../people/user-profile.ts";
import { passwordChangeMachine } from "../session/password-change.ts";
import { formDraftMachine } from "./form-draft.ts";
import {
  groupAt,
  type RouteScopesContext,
  type RouteScopesEvent,
  type RouteScopesInput,
  routeScopeGuards,
} from "./route-scope-guards.ts";

/**
 * Charts that live while their screens are in front. Each region watches the location and runs one chart: it starts
 * when the user opens its subject and stops when the user leaves it.
 */

const CHARTS = {
  callList: callListMachine,
  scanner: scannerMachine,
  directorySearch: directorySearchMachine,
  localSearch: localSearchMachine,
  sharedMedia: sharedMediaMachine,
  userProfile: userProfileMachine,
  contactRequest: contactRequestMachine,
  group: groupMachine,
  memberPicker: memberPickerMachine,
  formDraft: formDraftMachine,
  profileEditing: profileEditingMachine,
  passwordChange: passwordChangeMachine,
};

export const routeScopesMachine = setup({
  types: {
    context: {} as RouteScopesContext,
    events: {} as RouteScopesEvent,
    input: {} as RouteScopesInput,
    children: {} as { [Name in keyof typeof CHARTS]: Name },
  },
  actors: CHARTS,
  actions: {
    arrive: raise(({ context }) => ({ type: "place.changed" as const, place: context.place })),
    beginSearch: assign(({ event: { place } }) => ({ search: searchIn(place) ?? NO_SEARCH })),
    turnTo: assign(({ context, event: { place } }) => ({ personID: userIn(place, context.profile.userID) })),
    aim: assign(({ event: { place } }) => ({ target: targetIn(place) })),
    setGroup: assign(({ event: { place } }) => ({ groupID: groupAt(place) })),
    setChoice: assign(({ event: { place } }) => ({ choice: choiceIn(place) })),
    setForm: assign(({ event: { place } }) => ({ formID: formIn(place) })),
    setSharedMedia: assign(({ event: { place } }) => ({ sharedMediaID: sharedMediaIDIn(place) })),
    reportFailure: log(({ event }) => `routeScopes: ${event.type}`),
  },
  guards: routeScopeGuards,
}).createMachine({
  id: "routeScopes",
  context: ({ input }) => ({
    ...input,
    search: NO_SEARCH,
    personID: null,
    target: null,
    groupID: null,
    choice: null,
    formID: null,
    sharedMediaID: null,
  }),
  type: "parallel",
  entry: "arrive",
  states: {
    calls: {
      description: "The call list lives while its screen is in front (2-97).",
      initial: "unlisted",
      states: {
        unlisted: { on: { "place.changed": { guard: "isCallList", target: "listed" } } },
        listed: {
          invoke: child("callList"),
          on: { "place.changed": [{ guard: "isCallList" }, { target: "unlisted" }] },
        },
      },
    },
    scan: {
      description: "The scanner lives while its screen is in front (2-98).",
      initial: "away",
      states: {
        away: { on: { "place.changed": { guard: "isScan", target: "scanning" } } },
        scanning: {
          invoke: child("scanner"),
          on: { "place.changed": [{ guard: "isScan" }, { target: "away" }] },
        },
      },
    },
    search: {
      description: "The directory search stays alive while the user views its results (2-81).",
      initial: "closed",
      states: {
        closed: { on: { "place.changed": { guard: "isSearch", target: "open", actions: "beginSearch" } } },
        open: {
          invoke: { ...child("directorySearch"), input: ({ context }) => context.search },
          on: {
            "place.changed": [
              { guard: "isSameSearch" },
              { guard: "isSearch", target: "open", reenter: true, actions: "beginSearch" },
              { target: "closed" },
            ],
          },
        },
      },
    },
    own: {
      description: "The local search keeps its results until the user is back at a tab (2-63).",
      initial: "unsought",
      states: {
        unsought: { on: { "place.changed": { guard: "isSought", target: "sought" } } },
        sought: {
          invoke: { ...child("localSearch"), input: ({ context }) => ({ userID: context.profile.userID }) },
          on: { "place.changed": { guard: "isTab", target: "unsought" } },
        },
      },
    },
    sharedMedia: {
      description: "The shared media of a conversation keep their state until the user is back at a tab.",
      initial: "closed",
      states: {
        closed: {
          on: { "place.changed": { guard: "isSharedMedia", target: "open", actions: "setSharedMedia" } },
        },
        open: {
          invoke: {
            ...child("sharedMedia"),
            input: ({ context }) => ({ conversationID: context.sharedMediaID ?? "" }),
          },
          on: {
            "place.changed": [
              { guard: "isSameSharedMedia" },
              { guard: "isSharedMedia", target: "open", reenter: true, actions: "setSharedMedia" },
              { guard: "isTab", target: "closed" },
            ],
          },
        },
      },
    },
    person: {
      description: "The user profile lives while the pages in front are about that user.",
      initial: "nobody",
      states: {
        nobody: {
          on: { "place.changed": { guard: "isPerson", target: "somebody", actions: "turnTo" } },
        },
        somebody: {
          invoke: { ...child("userProfile"), input: ({ context }) => ({ userID: context.personID ?? "" }) },
          on: {
            "place.changed": [
              { guard: "isSamePerson" },
              { guard: "isPerson", target: "somebody", reenter: true, actions: "turnTo" },
              { target: "nobody" },
            ],
          },
        },
      },
    },
    asking: {
      description: "A contact request ends with its page.",
      initial: "unasked",
      states: {
        unasked: { on: { "place.changed": { guard: "isApplication", target: "asked", actions: "aim" } } },
        asked: {
          invoke: {
            ...child("contactRequest"),
            input: ({ context }) => ({ target: context.target ?? NO_TARGET }),
          },
          on: {
            "place.changed": [
              { guard: "isSameTarget" },
              { guard: "isApplication", target: "asked", reenter: true, actions: "aim" },
              { target: "unasked" },
            ],
          },
        },
      },
    },
    groups: {
      description: "The group lives while the pages in front are about it.",
      initial: "ungrouped",
      states: {
        ungrouped: { on: { "place.changed": { guard: "isGroup", target: "grouped", actions: "setGroup" } } },
        grouped: {
          invoke: {
            ...child("group"),
            input: ({ context }) => ({ groupID: context.groupID ?? "", userID: context.profile.userID }),
          },
          on: {
            "place.changed": [
              { guard: "isSameGroup" },
              { guard: "isGroup", target: "grouped", reenter: true, actions: "setGroup" },
              { target: "ungrouped" },
            ],
          },
        },
      },
    },
    people: {
      description: "The member picker ends with its page; a different purpose restarts it.",
      initial: "unchosen",
      states: {
        unchosen: {
          on: { "place.changed": { guard: "isChoice", target: "choosing", actions: "setChoice" } },
        },
        choosing: {
          invoke: {
            ...child("memberPicker"),
            input: ({ context: { choice, profile } }) => ({
              choice: choice ?? NO_CHOICE,
              userID: profile.userID,
            }),
          },
          on: {
            "place.changed": [
              { guard: "isSameChoice" },
              { guard: "isChoice", target: "choosing", reenter: true, actions: "setChoice" },
              { target: "unchosen" },
            ],
          },
        },
      },
    },
    form: {
      description: "The draft of a text field lives as long as its page.",
      initial: "unformed",
      states: {
        unformed: { on: { "place.changed": { guard: "isForm", target: "filling", actions: "setForm" } } },
        filling: {
          invoke: {
            ...child("formDraft"),
            input: ({ context: { formID, profile } }) => ({ userID: profile.userID, formID: formID ?? "" }),
          },
          on: {
            "place.changed": [
              { guard: "isSameForm" },
              { guard: "isForm", target: "filling", reenter: true, actions: "setForm" },
              { target: "unformed" },
            ],
          },
        },
      },
    },
    ownProfile: {
      description: "The own profile lives while pages about it are in front (2-43, 2-45).",
      initial: "forgotten",
      states: {
        forgotten: { on: { "place.changed": { guard: "isOwn", target: "known" } } },
        known: {
          invoke: {
            ...child("profileEditing"),
            input: ({ context }) => ({ userID: context.profile.userID }),
          },
          on: { "place.changed": [{ guard: "isOwn" }, { target: "forgotten" }] },
        },
      },
    },
    password: {
      description: "The password change starts and ends with its page.",
      initial: "kept",
      states: {
        kept: { on: { "place.changed": { guard: "isPassword", target: "changing" } } },
        changing: {
          invoke: {
            ...child("passwordChange"),
            input: ({ context }) => ({ userID: context.profile.userID }),
          },
          on: { "place.changed": [{ guard: "isPassword" }, { target: "kept" }] },
        },
      },
    },
  },
});
