import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
import { FloatingFrame } from "../call/FloatingFrame.tsx";
import type { CallWindowState } from "../call/useCallWindow.ts";
import { type GroupCallActions, type GroupCallView, peopleIn, pictureOf } from "./groupCallView.ts";

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
  return (
    <FloatingFrame
      {...frame.floating}
      userID={person?.userID ?? ""}
      name={person?.name ?? ""}
      source={source}
      face={
        <Avatar
          name={isGroup ? title : (person?.name ?? "")}
          src={isGroup ? faceURL : person?.faceURL}
          kind={isGroup ? "group" : "person"}
          size={88}
          radius={44}
        />
      }
      faceURL={isGroup ? faceURL : (person?.faceURL ?? "")}
      title={title}
      state={stateText(view, t)}
      startedAt={phase === "connected" ? startedAt : null}
      partedAt={null}
      isRinging={phase === "ringing"}
      mediaType={mediaType}
      selfID={selfID}
      room={room}
      onAccept={actions.accept}
      onHangUp={actions.hangUp}
    />
  );
}

function stateText(view: GroupCallView, t: Translate): string {
  switch (view.phase) {
    case "connected":
      return t("groupCall.peopleCount", { count: peopleIn(view).length });
    case "ringing":
      return t(view.mediaType === "video" ? "rtc.incomingVideo" : "rtc.incomingVoice");
    case "calling":
      return t("groupCall.waiting");
    default:
      return t("rtc.connecting");
  }
}
