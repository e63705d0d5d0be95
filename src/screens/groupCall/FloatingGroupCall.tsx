import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
import { FloatingFrame } from "../call/FloatingFrame.tsx";
import type { CallWindowState } from "../call/useCallWindow.ts";
import { Faces } from "./Faces.tsx";
import styles from "./FloatingGroupCall.module.css";
import {
  type GroupCallActions,
  type GroupCallView,
  invitationText,
  othersOf,
  peopleIn,
  pictureOf,
} from "./groupCallView.ts";

export interface FloatingGroupCallProps {
  view: GroupCallView;
  frame: CallWindowState;
  actions: Pick<GroupCallActions, "accept" | "hangUp">;
}

/** A group call or a meeting that floats over the page: the stage or the loudest speaker. */
export function FloatingGroupCall({ view, frame, actions }: FloatingGroupCallProps) {
  const { t } = useText();
  const { kind, phase, faceURL, mediaType, selfID, room, startedAt } = view;
  const title = view.title || t("meeting.title");
  const { person, source } = pictureOf(view);
  const isGroup = kind === "group";
  const isRinging = phase === "ringing";
  return (
    <FloatingFrame
      {...frame.floating}
      userID={person?.userID ?? ""}
      name={person?.name ?? ""}
      source={source}
      face={
        <Avatar
          name={isGroup ? title : (person?.ownName ?? "")}
          src={isGroup ? faceURL : person?.faceURL}
          kind={isGroup ? "group" : "person"}
          size={isRinging ? 64 : 88}
          radius={isRinging ? 32 : 44}
        />
      }
      faceURL={isGroup ? faceURL : (person?.faceURL ?? "")}
      title={title}
      label={t(isGroup ? "common.call" : "meeting.title")}
      returnLabel={isGroup ? undefined : t("meeting.return")}
      state={stateText(view, t)}
      startedAt={phase === "connected" ? startedAt : null}
      partedAt={null}
      others={isRinging && <Others view={view} />}
      isRinging={isRinging}
      mediaType={mediaType}
      selfID={selfID}
      room={room}
      onAccept={actions.accept}
      onHangUp={actions.hangUp}
    />
  );
}

/** The users who are in already; if only the inviter is, the other invited users. */
function Others({ view }: { view: GroupCallView }) {
  const { t } = useText();
  const { inside, invited } = othersOf(view);
  const people = inside.length > 0 ? inside : invited;
  if (people.length === 0) return null;
  const label = t(inside.length > 0 ? "talk.alsoIn" : "groupCall.alsoInvited");
  return (
    <div className={styles.others}>
      <span>{label}</span>
      <Faces label={label} people={people} size={22} />
    </div>
  );
}

function stateText(view: GroupCallView, t: Translate): string {
  switch (view.phase) {
    case "connected":
      return t("talk.peopleCount", { count: peopleIn(view).length });
    case "ringing":
      return invitationText(view, t);
    case "calling":
      return t("talk.waiting");
    default:
      return t("rtc.connecting");
  }
}
