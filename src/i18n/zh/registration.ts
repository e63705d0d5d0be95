import type { Catalogue } from "../catalogue.ts";

export const registration: Pick<Catalogue, "register" | "forgot"> = {
  register: {
    title: "注册账号",
    getCode: "获取验证码",
    next: "下一步",
    finish: "完成",
    askLead: "我们会发送验证码，确认是你本人。",
    invitationCode: "邀请码",
    invitationOptional: "没有可不填",
    codeTitle: "输入验证码",
    changePhone: "更换手机号",
    changeEmail: "更换邮箱",
    signInInstead: "直接登录",
    passwordTitle: "设置密码",
    confirmPassword: "确认密码",
    account: "账号：{{account}}",
    nameTitle: "完善资料",
    nameLead: "其他人会看到这些资料。",
    name: "昵称",
    gender: "性别",
    female: "女",
    male: "男",
    notSaid: "保密",
    birthday: "生日",
    optional: "选填",
  },

  forgot: {
    title: "忘记密码",
    askLead: "验证后即可设置新密码。",
    passwordTitle: "设置新密码",
    passwordLead: "其他设备可能仍保持登录。如需让它们退出，请在设置中修改密码。",
  },
};
