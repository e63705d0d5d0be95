import type { DemoConversation } from "../script.ts";

export const englishChats: DemoConversation[] = [
  {
    between: ["alice", "carol"],
    scenes: [
      {
        daysAgo: 4,
        at: "10:20",
        script: `
carol: Did you get the room with the good projector?
alice: I did! And it even has windows
carol: Luxury. How do you feel?
alice: Calm, which worries me
carol: Calm is allowed. You have practised this to death
alice: If I talk too fast, please scratch your ear
carol: Left or right?
alice: Left means slower, right means I have spinach in my teeth
carol: Understood. Second row, as always`,
      },
      {
        daysAgo: 2,
        at: "20:30",
        script: `
carol: Home and showered. What a day
carol picture: sunrise
carol: This was from the first bus, before you were properly awake
alice: I was resting my eyes with great attention
carol: Of course you were
alice: It is beautiful. May I use it as my wallpaper?
carol: It would be honoured`,
      },
      {
        daysAgo: 1,
        at: "17:05",
        script: `
carol: Dinner at the palace, third evening of the week?
alice: Yes! I bring something sweet
carol: Then I bring a plant. He needs company for the tomato
alice: Careful, he names them
carol: I am counting on it`,
      },
    ],
  },
  {
    between: ["bob", "carol"],
    scenes: [
      {
        daysAgo: 1,
        at: "16:40",
        script: `
bob: Is there anything you do not eat?
carol: Raw onion. Everything else is welcome
bob: Onions will be thoroughly cooked
carol: Then I am a very easy guest. Can I bring anything?
bob: Only yourself
carol: That is what people say who secretly want a plant
bob: I would never refuse a plant`,
      },
    ],
  },
  {
    between: ["bob", "dave"],
    scenes: [
      {
        daysAgo: 2,
        at: "21:10",
        script: `
dave: Both boots are full of newspaper now
bob: Do they forgive you?
dave: They are thinking about it
bob: Your pictures from the ridge are the best you have taken
dave: The light did all the work
bob: The light was there for all of us, and mine show a thumb
dave: I can teach you about thumbs
bob: Next time, before the bus
dave: Deal`,
      },
    ],
  },
  {
    between: ["carol", "dave"],
    scenes: [
      {
        daysAgo: 3,
        at: "18:15",
        script: `
carol: Can I borrow your second lens for tomorrow?
dave: The wide one? Sure
carol: I promise to keep it away from the lake
dave: I wish I could promise the same about myself
carol: See you at Gate 3`,
      },
    ],
  },
];

export const chineseChats: DemoConversation[] = [
  {
    between: ["alice", "lilei"],
    scenes: [
      {
        daysAgo: 5,
        at: "19:25",
        script: `
lilei: 小张，好久不见！最近忙什么呢？
alice: 忙着准备一个分享，明天就要讲了
lilei: 讲什么内容？
alice: 讲怎么用状态图把登录流程讲清楚
lilei: 听着就有意思，能不能录下来给我看看？
alice: 应该会录，我问问同事
lilei: 先祝你顺利！
alice: 谢谢！你呢，新工作还习惯吗？
lilei: 习惯了，同事都很好，就是食堂的辣椒有点吓人
alice: 哈哈，你以前可是不怕辣的
lilei: 那是以前，现在我每天自带酸奶`,
      },
      {
        daysAgo: 4,
        at: "13:40",
        script: `
lilei: 讲得怎么样？
alice: 很顺利！问题一直问到下课铃响
lilei: 我就知道没问题
alice: 录像下周能拿到，到时候发给你
lilei: 太好了，我拉上我们组一起看`,
      },
      {
        daysAgo: 1,
        at: "21:05",
        script: `
lilei: 下次读书会你来吗？
alice: 来！书我已经看到第六章了
lilei: 你比我快，我才第四章
alice: 第五章特别好，慢慢看
lilei: 好，那天我带茶，上次的龙井还剩一些
alice: 我带点心，说定了`,
      },
    ],
  },
  {
    between: ["alice", "hanmeimei"],
    unread: { alice: 1 },
    scenes: [
      {
        daysAgo: 3,
        at: "12:30",
        script: `
hanmeimei: 听说你们要去湖边徒步？
alice: 对，明天一早的车，你要不要一起来？
hanmeimei: 好想去，可是明天要陪我妈去医院复查
alice: 阿姨还好吗？
hanmeimei: 挺好的，就是例行检查，别担心
alice: 那就好，替我问候阿姨
hanmeimei: 一定！你们多拍点照片`,
      },
      {
        daysAgo: 2,
        at: "21:30",
        script: `
alice picture: lake
alice: 给你看看今天的湖
hanmeimei: 哇，水面像镜子一样
alice: 早上一点风都没有，坐在那儿谁也不想说话
hanmeimei: 下次无论如何我也要去
alice: 下个月还去，位置给你留着
hanmeimei: 我妈说谢谢你的问候，检查结果都正常
alice: 太好了！`,
      },
      {
        minutesAgo: 52,
        script: `
alice: 读书会的点心我想做绿豆糕，大家吃吗？
hanmeimei: 吃！你做的绿豆糕我能吃半盒，记得少放点糖就更完美了`,
      },
    ],
  },
  {
    between: ["lilei", "hanmeimei"],
    scenes: [
      {
        daysAgo: 1,
        at: "19:50",
        script: `
hanmeimei: 你把第四章看完了吗？
lilei: 还差几页，今晚能看完
hanmeimei: 那你来说说祖父那一段吧
lilei: 行，我正好对那段有话说
hanmeimei: 我来准备后面的问题
lilei: 地点还是老地方？
hanmeimei: 对，巷口那家茶馆，我订了靠窗的桌子
lilei: 太好了，我早点去占位置烧水`,
      },
    ],
  },
];
