import { useSelector } from "@xstate/react";
import { type KeyboardEvent, type SyntheticEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import type { SkinTone } from "../../../../machines/domain/emoji.ts";
import { Icon } from "../../../components/Icon.tsx";
import { IconButton } from "../../../components/IconButton.tsx";
import { Clock, Delete, Smile, Sticker } from "../../../components/icons.ts";
import { useLayer } from "../../../components/layers.ts";
import { SearchField } from "../../../components/SearchField.tsx";
import { useLongPress } from "../../../components/useLongPress.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type EmojiPanelActor, useSend } from "../../../shell/actors.tsx";
import { StickerGrid } from "../stickers/StickerGrid.tsx";
import { type Emoji, type EmojiGroup, emojiOf, emojisIn, GROUPS, inTone, searchEmojis } from "./data.ts";
import { isDrawable } from "./drawable.ts";
import styles from "./EmojiPanel.module.css";
import { moveInGrid } from "./keys.ts";
import { SkinTones } from "./SkinTones.tsx";

const SIGNS: Readonly<Record<EmojiGroup, string>> = {
  smileys: "😀",
  people: "👋",
  nature: "🐻",
  food: "🍎",
  travel: "✈️",
  activities: "⚽",
  objects: "💡",
  symbols: "🔣",
  flags: "🏁",
};

export interface EmojiPanelProps {
  emojis: EmojiPanelActor;
  onPick: (emoji: string) => void;
  /** Deletes the character before the caret. */
  onErase: () => void;
}

const KINDS = ["emoji", "stickers"] as const;
type Kind = (typeof KINDS)[number];

/** The panel stays open after a pick. The tabs of both kinds are one list, so that it keeps the focus. */
export default function EmojiPanel({ emojis, onPick, onErase }: EmojiPanelProps) {
  const { t } = useText();
  const [kind, setKind] = useState<Kind>("emoji");
  const [query, setQuery] = useState("");
  const show = (one: Kind) => {
    setQuery("");
    setKind(one);
  };
  return (
    <>
      <div className={styles.top}>
        <div role="tablist" aria-label={t("emojis.kinds")} className={styles.kinds} onKeyDown={moveInTabs}>
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-label={t(one === "emoji" ? "emojis.emoji" : "emojis.stickers")}
              aria-selected={one === kind}
              tabIndex={one === kind ? 0 : -1}
              className={styles.kind}
              onClick={() => show(one)}
            >
              <Icon of={one === "emoji" ? Smile : Sticker} size={22} />
            </button>
          ))}
        </div>
        {kind === "emoji" && (
          <>
            <SearchField
              value={query}
              onChange={setQuery}
              label={t("emojis.search")}
              className={styles.search}
            />
            <IconButton icon={Delete} label={t("emojis.erase")} tone="quiet" onClick={onErase} />
          </>
        )}
      </div>
      {kind === "emoji" ? (
        <Emojis emojis={emojis} query={query} onQuery={setQuery} onPick={onPick} />
      ) : (
        <div role="tabpanel" aria-label={t("emojis.stickers")} className={styles.scroller}>
          <StickerGrid emojis={emojis} />
        </div>
      )}
    </>
  );
}

interface EmojisProps extends Pick<EmojiPanelProps, "emojis" | "onPick"> {
  query: string;
  onQuery: (query: string) => void;
}

function Emojis({ emojis, query, onQuery, onPick }: EmojisProps) {
  const { t, language } = useText();
  const send = useSend(emojis);
  const tone = useSelector(emojis, ({ context }) => context.tone);
  // Read once, so that the buttons do not move while the panel is open.
  const [recent] = useState(() => emojis.getSnapshot().context.recent);
  // If a device cannot draw a group's icon, it can draw almost none of its emoji.
  const groups = GROUPS.filter((group) => group === "smileys" || isDrawable(SIGNS[group]));
  const tabs = recent.length > 0 ? (["recent", ...groups] as const) : groups;
  const [tab, setTab] = useState<"recent" | EmojiGroup>(tabs[0] ?? "smileys");
  const [toned, setToned] = useState<Emoji | null>(null);
  useLayer(toned !== null, () => setToned(null));
  const sought = useDeferredValue(query.trim());
  const shown = useMemo(() => {
    if (sought !== "") return searchEmojis(sought).map((emoji) => [inTone(emoji, tone), emoji] as const);
    if (tab === "recent") return recent.map((form) => [form, emojiOf(form)] as const);
    return emojisIn(tab).map((emoji) => [inTone(emoji, tone), emoji] as const);
  }, [sought, tab, recent, tone]);

  const pick = (form: string) => {
    send({ type: "user.pickEmoji", emoji: form });
    onPick(form);
  };

  // One long-press timer for all buttons. The pressed button is known from the pointer event.
  const held = useRef<Element | null>(null);
  const notice = (event: SyntheticEvent) => {
    held.current = event.target instanceof Element ? event.target.closest("[data-emoji]") : null;
  };
  const press = useLongPress(() => {
    const emoji = emojiOf(held.current?.getAttribute("data-emoji") ?? "");
    if (emoji && emoji.tones.length > 0) setToned(emoji);
  });

  return (
    <>
      <div role="tablist" aria-label={t("emojis.groups")} className={styles.tabs} onKeyDown={moveInTabs}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-label={t(`emojis.${one}`)}
            aria-selected={query === "" && one === tab}
            tabIndex={one === tab ? 0 : -1}
            className={styles.tab}
            onClick={() => {
              onQuery("");
              setTab(one);
            }}
          >
            {one === "recent" ? <Icon of={Clock} size={20} /> : SIGNS[one]}
          </button>
        ))}
      </div>
      <div
        key={sought === "" ? tab : "found"}
        role="tabpanel"
        aria-label={sought === "" ? t(`emojis.${tab}`) : t("emojis.found")}
        className={styles.scroller}
      >
        <p role="status" className={shown.length > 0 ? "visually-hidden" : styles.none}>
          {sought !== "" && shown.length === 0 && t("emojis.none")}
        </p>
        <div
          role="toolbar"
          aria-label={sought === "" ? t(`emojis.${tab}`) : t("emojis.found")}
          className={styles.grid}
          {...press}
          onPointerDownCapture={notice}
          onContextMenuCapture={notice}
          onKeyDown={moveInGrid}
        >
          {shown.map(([form, emoji], index) => (
            <button
              key={form}
              type="button"
              data-emoji={form}
              aria-label={emoji?.name[language] ?? form}
              aria-haspopup={emoji && emoji.tones.length > 0 ? "true" : undefined}
              tabIndex={index === 0 ? 0 : -1}
              className={styles.emoji}
              onClick={() => pick(form)}
            >
              {form}
            </button>
          ))}
        </div>
      </div>
      {toned && (
        <SkinTones
          emoji={toned}
          tone={tone}
          onChoose={(chosen: SkinTone) => {
            send({ type: "user.chooseTone", tone: chosen });
            pick(inTone(toned, chosen));
            setToned(null);
          }}
          onClose={() => setToned(null)}
        />
      )}
    </>
  );
}

function moveInTabs(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const next = tabs.at((tabs.findIndex((tab) => tab.matches(":focus")) + by) % tabs.length);
  event.preventDefault();
  next?.focus();
  next?.click();
}
