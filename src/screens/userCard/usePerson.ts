import { shallowEqual, useSelector } from "@xstate/react";
import { useContacts, useConversations, useSession } from "../../app/actors.tsx";

/** What is known here about somebody. */
export interface Person {
  userID: string;
  /** The remark one gave them, else their nickname, else the user id. */
  name: string;
  /** Where the name is a remark of one's own, the name they gave themselves; otherwise empty. */
  nickname: string;
  faceURL: string;
  relation: "self" | "friend" | "other";
}

/** Somebody by user id: oneself, a friend, or a person one has talked to. */
export function usePerson(userID: string): Person {
  const self = useSelector(useSession(), (session) =>
    session?.context.userID === userID ? session.context.profile : undefined,
  );
  const friend = useSelector(useContacts(), (contacts) =>
    contacts?.context.friends.find((one) => one.userID === userID),
  );
  const talkedTo = useSelector(
    useConversations(),
    (list) => {
      const row = list?.context.rows.find((one) => one.kind === "single" && one.userID === userID);
      return row && { name: row.showName, faceURL: row.faceURL };
    },
    shallowEqual,
  );
  if (self) {
    return { userID, name: self.nickname || userID, nickname: "", faceURL: self.faceURL, relation: "self" };
  }
  if (friend) {
    const { remark, nickname, faceURL } = friend;
    const name = remark || nickname || userID;
    return { userID, name, nickname: name === nickname ? "" : nickname, faceURL, relation: "friend" };
  }
  const { name, faceURL } = talkedTo ?? { name: "", faceURL: "" };
  return { userID, name: name || userID, nickname: "", faceURL, relation: "other" };
}
