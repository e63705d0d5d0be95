import type { CallMedia } from "../../../machines/domain/call.ts";
import type { ActionMenuItem } from "../../components/ActionMenu.tsx";
import { Phone, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigate } from "../../shell/router.tsx";
import { callMembersPath } from "../group/place.ts";

/** Menu items that lead to the choice of members. Null returns none. */
export function useGroupCallItems(groupID: string | null): readonly ActionMenuItem[] {
  const { t } = useText();
  const navigate = useNavigate();
  if (groupID === null) return [];
  const choose = (media: CallMedia) => () => navigate(callMembersPath(groupID, media));
  return [
    { key: "voice", label: t("chat.voiceCall"), icon: Phone, onSelect: choose("voice") },
    { key: "video", label: t("chat.videoCall"), icon: Video, onSelect: choose("video") },
  ];
}
