import { useText } from "../../i18n/TextProvider.tsx";
import { CallFrame } from "../call/CallFrame.tsx";
import type { CallWindowState } from "../call/useCallWindow.ts";
import { type LobbyActions, LobbyScene, type LobbyView } from "../meeting/LobbyScene.tsx";
import type { GroupCallActions, GroupCallView } from "./groupCallView.ts";
import { RingingScene } from "./RingingScene.tsx";
import { TalkScene } from "./TalkScene.tsx";
import type { ChatDraft } from "./useChatDraft.ts";
import { WaitingScene } from "./WaitingScene.tsx";

export interface GroupCallDialogProps {
  view: GroupCallView;
  lobby: (LobbyView & { actions: LobbyActions }) | null;
  actions: GroupCallActions;
  draft: ChatDraft;
  frame: CallWindowState;
}

/** A group call or a meeting. Escape minimises it, and leaves a lobby. */
export function GroupCallDialog(props: GroupCallDialogProps) {
  const { view, lobby, actions, draft, frame } = props;
  const { t } = useText();
  const label = t(view.kind === "meeting" ? "meeting.title" : "common.call");
  return (
    <CallFrame
      label={label}
      frame={frame}
      isAsking={lobby !== null || view.phase === "ringing"}
      onClose={lobby ? lobby.actions.cancel : actions.minimise}
    >
      {(popup) => {
        if (lobby) return <LobbyScene lobby={lobby} actions={lobby.actions} popup={popup} />;
        switch (view.phase) {
          case "ringing":
            return <RingingScene key={view.roomID} view={view} actions={actions} popup={popup} />;
          case "connected":
            return <TalkScene key={view.roomID} view={view} actions={actions} draft={draft} popup={popup} />;
          default:
            return <WaitingScene view={view} actions={actions} />;
        }
      }}
    </CallFrame>
  );
}
