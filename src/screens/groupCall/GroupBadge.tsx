import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { BadgeFrame, type BadgeFrameProps, BadgePicture } from "../call/BadgeFrame.tsx";
import { CallTimer } from "../call/CallTimer.tsx";
import { type GroupCallView, peopleIn, pictureOf } from "./groupCallView.ts";

export interface GroupBadgeProps extends Pick<BadgeFrameProps, "place" | "onMove" | "onRestore" | "ref"> {
  view: GroupCallView;
}

/** The stage or the loudest speaker, the number of people, and the time. */
export function GroupBadge({ view, ...rest }: GroupBadgeProps) {
  const { t } = useText();
  const { person, source } = pictureOf(view);
  return (
    <BadgeFrame
      {...rest}
      returnLabel={view.kind === "meeting" ? t("meeting.return") : undefined}
      picture={
        person && source ? (
          <BadgePicture userID={person.userID} source={source} />
        ) : view.kind === "group" ? (
          <Avatar name={view.title} src={view.faceURL} kind="group" size={48} radius={24} />
        ) : (
          <Avatar name={person?.ownName ?? ""} src={person?.faceURL} size={48} radius={24} />
        )
      }
      words={
        view.phase !== "connected" || view.startedAt === null ? (
          t("rtc.waiting")
        ) : (
          <>
            <span>{t("talk.peopleCount", { count: peopleIn(view).length })}</span>
            <CallTimer startedAt={view.startedAt} partedAt={null} />
          </>
        )
      }
    />
  );
}
