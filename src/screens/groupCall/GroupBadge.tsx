import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { BadgeFrame, type BadgeFrameProps, BadgePicture } from "../call/BadgeFrame.tsx";
import { CallTimer } from "../call/CallTimer.tsx";
import { type GroupCallView, peopleIn, stageOf } from "./groupCallView.ts";

export interface GroupBadgeProps extends Pick<BadgeFrameProps, "place" | "onMove" | "onRestore" | "ref"> {
  view: GroupCallView;
}

/** The stage or the loudest speaker, the number of people, and the time. */
export function GroupBadge({ view, ...rest }: GroupBadgeProps) {
  const { t } = useText();
  const inside = peopleIn(view);
  const stage = stageOf(view);
  const loudest = view.speakers
    .map((speaker) => inside.find(({ userID, isSelf }) => userID === speaker && !isSelf))
    .find((person) => person !== undefined);
  const person = stage?.person ?? loudest ?? inside.find(({ isSelf }) => !isSelf);
  const source = stage?.source ?? "camera";
  const hasPicture = view.phase === "connected" && person?.[source] === true && !person.isSelf;
  return (
    <BadgeFrame
      {...rest}
      picture={
        hasPicture ? (
          <BadgePicture userID={person.userID} source={source} />
        ) : view.kind === "group" ? (
          <Avatar name={view.title} src={view.faceURL} kind="group" size={48} radius={24} />
        ) : (
          <Avatar name={person?.name ?? ""} src={person?.faceURL} size={48} radius={24} />
        )
      }
      words={
        view.phase !== "connected" || view.startedAt === null ? (
          t("rtc.waiting")
        ) : (
          <>
            <span>{t("groupCall.peopleCount", { count: inside.length })}</span>
            <CallTimer startedAt={view.startedAt} partedAt={null} />
          </>
        )
      }
    />
  );
}
