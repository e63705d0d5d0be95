import type { Language } from "../../../machines/domain/language.ts";

const WORDS: Readonly<
  Record<Language, (host: string) => { title: string; text: string; yes: string; no: string }>
> = {
  en: (host) => ({
    title: `Send what happens here to ${host}?`,
    text: `A link asks to show this page's charts on ${host}, which is not part of Parley. ${host} gets your name and ID, those of the people you chat with, and everything you do until you close this page. Send only if you opened this link yourself.`,
    yes: `Send to ${host}`,
    no: "Don't send",
  }),
  zh: (host) => ({
    title: `要把这里的操作发送到 ${host} 吗？`,
    text: `有链接要求在 ${host} 上显示此页面的运行状态。该网站不属于 Parley，会收到你和聊天对象的昵称、ID，以及关闭页面之前你的所有操作。如果不是你自己打开的链接，请选择不发送。`,
    yes: `发送到 ${host}`,
    no: "不发送",
  }),
};

/**
 * Asks whether this page may send its events to `host`, a third party. Calls `onYes` inside the click handler, so
 * that it may open a window. The answer is not stored.
 */
export function askToSend(host: string, language: Language, onYes: () => void): void {
  const words = WORDS[language](host);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-label", words.title);
  Object.assign(dialog.style, {
    maxWidth: "min(360px, calc(100vw - 48px))",
    margin: "auto",
    padding: "20px",
    border: "0",
    borderRadius: "14px",
    background: "var(--bg-raised, Canvas)",
    color: "var(--text, CanvasText)",
  });
  const title = document.createElement("h2");
  title.textContent = words.title;
  title.style.font = "var(--font-title)";
  const text = document.createElement("p");
  text.textContent = words.text;
  text.style.margin = "12px 0 16px";
  const answer = (label: string, colours: { background: string; color: string }, act: () => void) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    Object.assign(button.style, {
      display: "block",
      width: "100%",
      minHeight: "44px",
      marginTop: "8px",
      borderRadius: "var(--radius-card, 12px)",
      fontWeight: "600",
      textAlign: "center",
      ...colours,
    });
    button.addEventListener("click", () => {
      dialog.remove();
      act();
    });
    return button;
  };
  // "No" comes first and has the focus.
  dialog.append(
    title,
    text,
    answer(words.no, { background: "var(--primary)", color: "var(--on-fill)" }, () => {}),
    answer(words.yes, { background: "var(--accent-soft)", color: "var(--accent)" }, onYes),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  if (typeof dialog.showModal === "function") dialog.showModal();
  else dialog.open = true;
}
