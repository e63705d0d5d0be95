import { demoPicturePath } from "../pictures.ts";
import type { DemoGroup } from "../script.ts";

export const demoGroups: DemoGroup[] = [
  {
    groupID: "2026100001",
    name: "Lake Trail Hikers",
    faceURL: `${demoPicturePath}hikers.svg`,
    members: ["bob", "alice", "carol", "dave", "hanmeimei"],
    foundedDaysAgo: 20,
    unread: { alice: 3, hanmeimei: 1 },
    scenes: [
      {
        daysAgo: 4,
        at: "17:10",
        script: `
carol: The forecast says clear skies in three days. Lake trail?
bob: Yes please. I need to see something that is not a box
alice: I am in
dave: In, with camera
hanmeimei: I cannot make it this time, my mother has an appointment. Please take many pictures!
alice: We will miss you! Next month for sure
hanmeimei: Next month for sure`,
      },
      {
        daysAgo: 3,
        at: "20:15",
        script: `
carol mention: alice | can you bring the big thermos?
alice: Already on the kitchen table
bob: I bring bread
dave: I bring hunger
bob location: North Square bus station | Gate 3 | 116.4074 | 39.9442
bob: 7:40, Gate 3. The next one goes an hour later
dave: I will be there at 7:39
carol: You will be there at 7:30, Dave
dave: I will be there at 7:30`,
      },
      {
        daysAgo: 2,
        at: "19:05",
        script: `
dave: Thank you all for today. And for the dry socks
carol picture: lake
carol: Before
dave: Nobody took one of the "after", I hope?
bob: Several people took one of the after
alice: It is a very dignified after
hanmeimei: I need to see the after
dave: The after is private property`,
      },
      {
        minutesAgo: 95,
        script: `
alice: How are everybody's legs today?
dave: I use the lift to go down one floor
carol: Shall we note the date for next month, while the pain is fresh?
bob: First free morning of the month, same bus
hanmeimei: I am in this time, I have already told my mother
carol: Then we are complete`,
      },
    ],
  },
  {
    groupID: "2026100002",
    name: "周末读书会",
    faceURL: "",
    members: ["hanmeimei", "lilei", "alice", "carol"],
    foundedDaysAgo: 45,
    unread: { alice: 2, carol: 2 },
    scenes: [
      {
        daysAgo: 6,
        at: "20:05",
        script: `
hanmeimei: 大家好，这个月我们读《呼兰河传》,慢慢读，不着急
lilei: 收到，书已经到了
alice: 我也拿到了，封面真好看
carol: I found an edition with both languages side by side, so I can finally follow along
hanmeimei: 太好了！Carol 想用英文说也完全没问题
carol: 谢谢！我尽量说中文`,
      },
      {
        daysAgo: 3,
        at: "21:10",
        script: `
alice: 第二章写放河灯那一段，我读了两遍
lilei: 我也是，安静得能听见水声
hanmeimei: 见面的时候我们可以从这一段开始
carol: 河灯 is the lantern on the river? I loved that page
alice: 对，就是那一段
carol: 我要多读几遍`,
      },
      {
        daysAgo: 1,
        at: "20:20",
        script: `
hanmeimei: 老地方，巷口的茶馆，晚上七点，可以吗？
lilei: 可以，我带龙井
alice: 可以，我带点心
carol: 可以！我带耳朵和笔记本`,
      },
      {
        minutesAgo: 70,
        script: `
alice: 大家有没有不吃的东西？我在想做什么点心
lilei: 我什么都吃
carol: 没有，谢谢 Alice!
hanmeimei mention: alice | 你做什么我们都爱吃
lilei: 附议，期待！`,
      },
    ],
  },
];
