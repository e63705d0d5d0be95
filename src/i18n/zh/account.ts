import type { Catalogue } from "../catalogue.ts";

/** Signing in, registering, and the own account. */
export const account: Pick<Catalogue, "login" | "validation" | "profile" | "language"> = {
  login: {
    welcome: "欢迎使用 Parley",
    method: "登录账号",
    phone: "手机",
    email: "邮箱",
    phoneNumber: "手机号",
    emailAddress: "邮箱",
    password: "密码",
    code: "验证码",
    areaCode: "国家或地区",
    areaCodeChosen: "国家或地区，{{name}} {{dial}}",
    searchAreaCode: "搜索名称或区号",
    noAreaCode: "没有找到相应的国家或地区",
    showPassword: "显示密码",
    hidePassword: "隐藏密码",
    sendCode: "获取验证码",
    resendIn: "{{seconds}} 秒后可重发",
    codeSentTo: "验证码已发送至 {{target}}",
    signIn: "登录",
    createAccount: "注册账号",
    forgotPassword: "忘记密码？",
    version: "版本 {{version}}",
    useCodeInstead: "改用验证码",
    usePasswordInstead: "改用密码",
    backToSignIn: "返回登录",
  },

  validation: {
    passwordRule: "6 至 20 位，需包含字母和数字",
    codeRule: "6 位数字",
    codeValidity: "验证码 10 分钟内有效",
    phoneInvalid: "请输入正确的手机号",
    emailInvalid: "请输入正确的邮箱",
    invitationCode: "请输入邀请码",
    passwordFormat: "密码格式不正确",
    passwordMismatch: "两次输入的密码不一致",
    empty: "内容不能为空",
    recordingTooShort: "录音时间太短",
    passwordMissing: "请输入密码",
    codeInvalid: "请输入 6 位验证码",
  },

  profile: {
    title: "我的",
    userID: "用户 ID",
    copyID: "复制用户 ID",
    myInfo: "个人信息",
    logOut: "退出登录",
    logOutTitle: "确定退出登录？",
    logOutHint: "消息仍保留在本设备上。",
    loggingOut: "正在退出",
  },

  language: { zh: "简体中文", en: "English" },
};
