import { useSelector } from "@xstate/react";
import { useLocation } from "wouter";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { type ConversationHits, searchPath } from "../../../machines/people/search-results.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type LocalSearchActor, useSend, useSession } from "../../shell/actors.tsx";
import { useNaming, useSenderName, useShown } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { listTime } from "../../text/time.ts";
import { excerptOf } from "./excerpt.ts";
import { Marked } from "./Marked.tsx";

interface ConversationHitsRowProps {
  localSearch: LocalSearchActor;
  hits: ConversationHits;
  query: string;
}

/** With several matches it links to their list. */
export function ConversationHitsRow({ localSearch, hits, query }: ConversationHitsRowProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const { conversation, messages } = hits;
  const [first, ...others] = messages;
  if (first && others.length === 0)
    return <OnlyHitRow localSearch={localSearch} conversation={conversation} message={first} query={query} />;
  return (
    <ListRow
      size="tall"
      leading={<ConversationFace conversation={conversation} />}
      title={conversation.showName}
      detail={t("searching.count", { count: messages.length })}
      chevron
      onClick={() =>
        navigate(searchPath({ kind: "conversation", conversationID: conversation.conversationID }))
      }
    />
  );
}

interface HitRowProps {
  localSearch: LocalSearchActor;
  conversation: Conversation;
  message: Message;
  query: string;
}

/** Named by the chat, in a group also by the sender. */
function OnlyHitRow({ localSearch, conversation, message, query }: HitRowProps) {
  const text = useText();
  const { conversationID, kind, showName } = conversation;
  const send = useSend(localSearch);
  const selfID = useSelfID();
  const name = useSenderName(message);
  const now = useNow(MINUTE);
  const line = excerptOf(message, query, text, selfID);
  const sender = message.sendID === selfID ? text.t("common.you") : name;
  return (
    <ListRow
      size="tall"
      leading={<ConversationFace conversation={conversation} />}
      title={showName}
      aside={listTime(message.sendTime, now, text.language)}
      detail={
        <>
          {kind === "group" && sender !== "" && text.t("preview.sender", { sender, text: "" })}
          <Marked text={line} query={query} />
        </>
      }
      onClick={() => send({ type: "user.openMessage", conversationID, clientMsgID: message.clientMsgID })}
    />
  );
}

/** Named by the sender. */
export function MessageHitRow({ localSearch, conversation, message, query }: HitRowProps) {
  const text = useText();
  const { conversationID } = conversation;
  const send = useSend(localSearch);
  const selfID = useSelfID();
  const { name, heading, faceURL } = useShown(useNaming(conversation), message.sendID);
  const self = useSelector(useSession(), (session) => session?.context.profile ?? null);
  const face =
    message.sendID === selfID && self ? { name: self.nickname, src: self.faceURL } : { name, src: faceURL };
  const now = useNow(MINUTE);
  return (
    <ListRow
      size="tall"
      leading={<Avatar {...face} size={48} />}
      title={heading}
      aside={listTime(message.sendTime, now, text.language)}
      detail={<Marked text={excerptOf(message, query, text, selfID)} query={query} />}
      onClick={() => send({ type: "user.openMessage", conversationID, clientMsgID: message.clientMsgID })}
    />
  );
}

function ConversationFace({ conversation: { showName, faceURL, kind } }: { conversation: Conversation }) {
  return <Avatar name={showName} src={faceURL} kind={kind === "group" ? "group" : "person"} size={48} />;
}

function useSelfID(): string {
  return useSelector(useSession(), (session) => session?.context.userID ?? "");
}
