import { describe, expect, expectTypeOf, it } from "vitest";
import type { FailureCode } from "../../../machines/domain/failure.ts";
import type { ToastContent, ToastKey } from "../../../machines/domain/toast.ts";
import type { Catalogue, TextKey } from "../../../src/i18n/catalogue.ts";
import { en } from "../../../src/i18n/en.ts";
import { failureText, formErrorText, toastText } from "../../../src/i18n/failures.ts";
import { languageOf } from "../../../src/i18n/language.ts";
import { pages } from "../../../src/i18n/pages.ts";
import "../../../src/i18n/signed-in.ts";
import { createText } from "../../../src/i18n/text.ts";
import { zh } from "../../../src/i18n/zh.ts";

type Value = string | ((params: { count: number }) => string);

function entries(catalogue: Catalogue): [string, Value][] {
  return Object.entries(catalogue).flatMap(([section, sentences]) =>
    Object.entries<Value>(sentences).map(([name, value]): [string, Value] => [`${section}.${name}`, value]),
  );
}

/** The sentence without its parameters; a count is 7. */
function words(value: Value): string {
  return typeof value === "string" ? value : value({ count: 7 });
}

function placeholders(value: Value): string[] {
  if (typeof value !== "string") return ["count"];
  return [...value.matchAll(/{{(\w+)}}/g)].map(([, name]) => name ?? "").sort();
}

const english = entries(en);
const chinese = entries(zh);

describe("the catalogue", () => {
  it("1-15 has the same keys in both languages", () => {
    expect(chinese.map(([key]) => key).sort()).toEqual(english.map(([key]) => key).sort());
  });

  it("1-15 has the same parameters in both languages", () => {
    const inChinese = new Map(chinese);
    for (const [key, value] of english) {
      const other = inChinese.get(key);
      expect([key, other && placeholders(other)]).toEqual([key, placeholders(value)]);
    }
  });

  it("1-15 has a text for every key in both languages", () => {
    for (const [key, value] of [...english, ...chinese]) expect([key, words(value)]).not.toEqual([key, ""]);
  });

  it("1-15 rejects an unknown key and missing parameters at compile time", () => {
    const { t } = createText("en");
    expectTypeOf<"chat.send">().toExtend<TextKey>();
    expectTypeOf<"chat.nothing">().not.toExtend<TextKey>();
    expectTypeOf(t<"chat.send">).parameters.toEqualTypeOf<["chat.send"]>();
    expectTypeOf(t<"chat.replyingTo">)
      .parameter(1)
      .toEqualTypeOf<Record<"name", string | number>>();
  });

  it("1-11 contains no exclamation marks", () => {
    for (const [key, value] of [...english, ...chinese])
      expect(`${key} ${words(value)}`).not.toMatch(/[!！]/);
  });

  it("1-11 contains Latin letters in Chinese only in names, units and addresses", () => {
    const allowed = /Parley|English|ID|MB|JPEG|PNG|\[@?|\{\{\w+\}\}|%/g;
    for (const [key, value] of chinese) {
      expect(`${key.length}: ${words(value).replace(allowed, "")}`).not.toMatch(/[A-Za-z]{2,}/);
    }
  });

  it("1-11 uses full-width punctuation in Chinese", () => {
    for (const [key, value] of chinese)
      expect([key, words(value)]).toEqual([key, expect.not.stringMatching(/[,:;?!()]/)]);
  });

  it("1-09 names meetings in both languages", () => {
    expect(en.meeting.title).toBe("Meeting");
    expect(zh.meeting.title).toBe("会议");
  });

  it("2-96 names the required screens in both languages", () => {
    expect([en.screen, zh.screen].map((screen) => Object.values(screen))).toEqual([
      expect.arrayContaining([
        "Register with an invitation code",
        "Forgot password, by phone",
        "Forgot password, by email",
        "Scan a QR code",
        "Add friend or group",
        "Group settings",
        "Language",
        "Account settings",
        "About",
        "Call record",
      ]),
      expect.arrayContaining([
        "邀请码注册",
        "通过手机号找回密码",
        "通过邮箱找回密码",
        "扫一扫",
        "添加好友或群聊",
        "群设置",
        "语言",
        "账号设置",
        "关于",
        "通话记录",
      ]),
    ]);
  });

  it.each([
    [
      "5-02 9-16",
      en.validation.passwordRule,
      /6 .*20.*letters.*digits/,
      zh.validation.passwordRule,
      /6.*20.*字母.*数字/,
    ],
    ["5-03", en.validation.codeRule, /6 digits/, zh.validation.codeRule, /6 位数字/],
    ["5-04", en.validation.codeValidity, /10 minutes/, zh.validation.codeValidity, /10 分钟/],
    ["5-05", en.validation.phoneInvalid, /correct phone/, zh.validation.phoneInvalid, /正确的手机号/],
    ["5-06", en.validation.emailInvalid, /correct email/, zh.validation.emailInvalid, /正确的邮箱/],
    ["5-07", en.validation.invitationCode, /invitation code/, zh.validation.invitationCode, /邀请码/],
    ["5-08", en.validation.passwordFormat, /password format/, zh.validation.passwordFormat, /密码格式/],
    [
      "2-66",
      en.validation.passwordUnchanged,
      /differ from the current/,
      zh.validation.passwordUnchanged,
      /不能与当前密码相同/,
    ],
    ["5-09", en.validation.passwordMismatch, /not match/, zh.validation.passwordMismatch, /不一致/],
    ["5-10", en.validation.empty, /cannot be empty/, zh.validation.empty, /不能为空/],
    ["5-11", pages.en.speaking.tooShort, /too short/, pages.zh.speaking.tooShort, /太短/],
  ])("%s has its wording in both languages", (_, inEnglish, english, inChinese, chinese) => {
    expect(inEnglish).toMatch(english);
    expect(inChinese).toMatch(chinese);
  });
});

describe("t", () => {
  it("inserts values unchanged", () => {
    expect(createText("en").t("chat.replyingTo", { name: "<b>$& {{x}}" })).toBe("Replying to <b>$& {{x}}");
    expect(createText("zh").t("chat.replyingTo", { name: "林" })).toBe("回复林");
  });

  it("selects the wording by count", () => {
    const { t } = createText("en");
    expect(t("chat.newMessages", { count: 1 })).toBe("1 new message");
    expect(t("chat.newMessages", { count: 3 })).toBe("3 new messages");
    expect(createText("zh").t("chat.newMessages", { count: 3 })).toBe("3 条新消息");
  });
});

describe("languageOf", () => {
  it("1-12 prefers the stored language to the browser's", () => {
    expect(languageOf("en", "zh-CN")).toBe("en");
    expect(languageOf("zh", "en-GB")).toBe("zh");
    expect(languageOf(null, "zh-CN")).toBe("zh");
    expect(languageOf("", "zh-CN")).toBe("zh");
  });

  it.each(["zh", "zh-CN", "zh-TW", "zh-Hans", "ZH"])("1-13 maps %s to Chinese", (language) => {
    expect(languageOf(null, language)).toBe("zh");
  });

  it.each(["en", "en-US", "fr", "de-CH", ""])("1-14 maps %j to English", (language) => {
    expect(languageOf(null, language)).toBe("en");
  });
});

describe("failures", () => {
  const sentences: [string, FailureCode, string, string][] = [
    ["8-04", "wrongPassword", "Password error", "密码错误"],
    ["8-05", "unknownAccount", "Account does not exist", "账号不存在"],
    ["8-06", "phoneRegistered", "Phone number already registered", "手机号已被注册"],
    ["8-07 8-08", "accountRegistered", "Account already registered", "账号已被注册"],
    ["8-09", "tooFrequent", "Operation too frequent, please try again later", "操作过于频繁，请稍后再试"],
    ["8-10", "wrongCode", "Incorrect verification code", "验证码不正确"],
    ["8-11", "codeExpired", "Verification code expired", "验证码已过期"],
    [
      "8-12",
      "codeAttemptsExceeded",
      "Code error limit exceeded, please try again later",
      "验证码错误次数过多，请稍后再试",
    ],
    ["8-13", "codeUsed", "Verification code already used", "验证码已被使用"],
    ["8-14", "invitationUsed", "Invitation code already used", "邀请码已被使用"],
    ["8-15", "invitationUnknown", "Invitation code does not exist", "邀请码不存在"],
    ["8-16", "restricted", "Operation restricted", "操作受限"],
    ["8-25", "unknown", "Operation failed", "操作失败"],
  ];

  it.each(sentences)("%s %s has a text in the current language (8-17)", (_, code, english, chinese) => {
    expect(failureText(createText("en").t, code)).toBe(english);
    expect(failureText(createText("zh").t, code)).toBe(chinese);
  });

  it("8-02 has a specific text for every failure", () => {
    const codes = Object.keys(en.failure) as FailureCode[];
    for (const language of ["en", "zh"] as const) {
      const { t } = createText(language);
      for (const code of codes) {
        const said = failureText(t, code);
        expect(said).not.toBe("");
        if (code !== "unknown") expect([code, said]).not.toEqual([code, failureText(t, "unknown")]);
      }
    }
  });

  const toasts: [string, ToastKey, string, string][] = [
    ["8-18", "loginExpired", "Login expired, please log in again", "登录已过期，请重新登录"],
    [
      "8-19",
      "loggedInElsewhere",
      "Another device signed in or changed the password. Please sign in again.",
      "账号已在其他设备登录，或密码已修改，请重新登录",
    ],
    ["8-20", "getUserInfoFailed", "Failed to get user information", "获取用户信息失败"],
    ["8-22 8-23", "getHistoryFailed", "Failed to get history messages", "获取历史消息失败"],
    ["8-24", "copyFailed", "Copy failed", "复制失败"],
  ];

  it.each(toasts)("%s the toast %s has a text in both languages", (_, key, english, chinese) => {
    expect(toastText(createText("en").t, { tone: "error", key })).toBe(english);
    expect(toastText(createText("zh").t, { tone: "error", key })).toBe(chinese);
  });

  it("8-02 shows the failure's text in a failure toast", () => {
    expect(toastText(createText("en").t, { tone: "error", failure: "wrongCode" })).toBe(
      "Incorrect verification code",
    );
  });

  it("8-02 a meeting that is not joined is not called a call", () => {
    const toast: ToastContent = { tone: "error", key: "meeting.joinFailed", failure: "network" };
    expect(toastText(createText("en").t, toast)).toBe(
      "Couldn't join the meeting: No connection, please try again",
    );
    expect(toastText(createText("zh").t, toast)).toBe("无法加入会议：网络不可用，请重试");
  });

  it("5-05 5-06 shows the expected input for an invalid field and the cause for a failure", () => {
    const { t } = createText("en");
    expect(formErrorText(t, "phoneInvalid")).toBe(en.validation.phoneInvalid);
    expect(formErrorText(t, "emailInvalid")).toBe(en.validation.emailInvalid);
    expect(formErrorText(t, "wrongPassword")).toBe("Password error");
  });
});
