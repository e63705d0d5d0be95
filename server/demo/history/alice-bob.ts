import type { DemoConversation } from "../script.ts";

export const aliceAndBob: DemoConversation = {
  between: ["alice", "bob"],
  unread: { alice: 2 },
  scenes: [
    {
      daysAgo: 6,
      at: "18:40",
      script: `
bob: I have keys!
bob: Real ones, made of metal and everything
alice: Congratulations!! How does it feel?
bob: Like owning a lot of empty rooms
alice: How many is a lot?
bob: Two. And a kitchen.
alice: That is a palace compared to the last place
bob: The last place had the kitchen in the hallway, so yes
alice: And the light? You were worried about the windows
bob: Morning sun in the bedroom, evening sun on the balcony
alice: You have a balcony and you did not start with that?
bob: I was saving it
alice: What will you grow?
bob: Tomatoes, if I keep them alive
alice: I have a spare pot and half a bag of soil, yours if you want them
bob: I do want them
alice: When is the big move?
bob: The day after tomorrow. My brother brings his van
alice: I can help after work, around six
bob: You are a saint. I pay in noodles
alice: From the place near the station?
bob: Is there another place?
alice: Correct answer
bob: Bring gloves, the wardrobe has opinions
alice: That wardrobe and I have met before
bob: It remembers you too
alice: Sleep well in your palace
bob: Two more nights in the old one. Good night!`,
    },
    {
      daysAgo: 5,
      at: "12:10",
      script: `
alice: How do you explain a state machine to people who have never seen one?
bob: Context?
alice: I present our sign-in flow tomorrow, to the whole floor
bob: Traffic light. Everybody knows a traffic light
alice: Everybody uses the traffic light
bob: Because it works
alice: What about a vending machine?
bob: Better! It has waiting, paying, giving, and the one where it eats your coin
alice: "The one where it eats your coin" is exactly the bug we fixed
bob: Then you have your opening sentence
alice: I am stealing that
bob: It is yours. How many slides?
alice: Twelve. And a live demo
bob: Brave
alice: The demo runs on my own machine, no network needed
bob: Then only moderately brave
alice: Could I practise on you tonight? Ten minutes
bob: Of course. Call me after eight, I am only packing boxes
alice: Thank you. You may interrupt with annoying questions
bob: My speciality
alice: I know, that is why I asked you`,
    },
    {
      daysAgo: 5,
      at: "20:55",
      script: `
bob: That was really good
bob: Slow down on slide four and you are done
alice: The one with the arrows?
bob: Yes. People need a moment to find the start
alice: I will colour the start
bob: And say the coin sentence right at the beginning, you had it in the middle
alice: Noted, all of it. Thank you!
bob: What time are you on?
alice: Ten. Then coffee with the team, whatever happens
bob: Whatever happens is going to be applause`,
    },
    {
      daysAgo: 4,
      at: "11:35",
      script: `
alice: It is over and I am alive
bob: And?
alice: They laughed at the coin and they asked questions for twenty minutes
bob: I knew it
alice: Somebody from the payments team wants to draw theirs the same way
bob: You have started something
alice: The coloured start was the right call. Nobody got lost
bob: Celebrate properly tonight, by carrying a wardrobe
alice: I would not miss it
bob: My brother is stuck in traffic, so six thirty is enough
alice: Good, then I can bring the pot and the soil
bob: And yourself`,
    },
    {
      daysAgo: 4,
      at: "21:20",
      script: `
alice: Home. My arms are made of rubber
bob: I owe you at least three bowls of noodles
alice: I counted the stairs. Ninety-two
bob: I am sorry for every single one
alice: The view makes up for about eighty
bob: The remaining twelve are covered by the noodles?
alice: Exactly
bob: The wardrobe fits, by the way. One finger of space on each side
alice: It was always meant to live there
bob: The tomato pot is already on the balcony
alice: Give it a name
bob: Harold
alice: Harold is a good name for a tomato
bob: My first dinner guest will be you and Carol, once I find the plates
alice: I can bring plates
bob: They are in one of eleven boxes all marked "kitchen"
alice: Who labelled those?
bob: A younger, more careless me
alice: Good night, careless you. Enjoy the first night!
bob: Good night. Thank you for today, truly`,
    },
    {
      daysAgo: 3,
      at: "09:05",
      script: `
bob: The sun woke me at six and I was not even angry
alice: That is how you know it is the right flat
bob: Are we still on for the lake tomorrow?
alice: Absolutely. Carol checked the weather, clear until the afternoon
bob: What time is the bus?
alice: 7:40 from the north square, it goes every hour
bob: That is early for somebody who owns eleven boxes
alice: You are awake at six now anyway
bob: Fair
alice: Dave said he comes with his camera
bob: Then we walk at camera speed. I like it
alice: Shall I bring the big thermos?
bob: Please. I bake something tonight
alice: Bread?
bob: If I find the baking tin
alice: Look in a box marked "kitchen"
bob: Very funny`,
    },
    {
      daysAgo: 3,
      at: "19:30",
      script: `
bob: Tin found! Box nine
alice: What was in it?
bob: The tin, a screwdriver and my winter hat
alice: A classic kitchen
bob: Bread is in the oven, the whole stairwell smells of it
alice: Your neighbours will love you
bob: One already rang. I gave her the first heel
alice: That is how you make friends
bob: Her name is Mrs Guo and she has lived here for thirty years
alice: You will never need anything again
bob: Packing list: water, bread, rain jacket, hat from box nine. What am I forgetting?
alice: Sun cream. You always forget sun cream
bob: I always forget sun cream
alice: I have enough for both of us
bob location: North Square bus station | Gate 3 | 116.4074 | 39.9442
bob: Gate 3, I looked it up
alice: See you at half past seven then
bob: See you there!`,
    },
    {
      daysAgo: 2,
      at: "07:12",
      script: `
alice: On my way, thermos is full
bob: Just locked the door. Bread is still warm
alice: Carol is here already, she waves
bob: Five minutes, keep a seat for me`,
    },
    {
      daysAgo: 2,
      at: "19:45",
      script: `
alice: My feet are writing you a letter of complaint
bob: Mine have stopped speaking to me altogether
alice: It was worth it
alice picture: lake
alice: I keep looking at this one
bob: That is the moment just before Dave stepped into the water
alice: "It looks shallow from here"
bob: Famous last words
alice: He took it well. And the camera stayed dry
bob: The camera was held higher than his dignity
alice: The bread was wonderful, by the way. Everybody asked for the recipe
bob: Flour, water, salt, and a box nine
alice: Seriously though
bob: Seriously: 500 g flour, 350 g water, 10 g salt, a spoon of starter, and then patience overnight
alice: I do not have a starter
bob: I bring you a jar. It needs feeding, like a pet
alice: Harold and the jar. You run a farm now
bob: I run a very small farm
alice: Sleep well, farmer
bob: You too. Stretch your legs first!`,
    },
    {
      daysAgo: 1,
      at: "13:15",
      script: `
alice: I stretched. It did not help
bob: Stairs are the worst
alice: Yours or stairs in general?
bob: All ninety-two of mine
alice: Did the plates turn up?
bob: Box four! Not even one is broken
alice: Then dinner is happening?
bob: Dinner is happening. Does next week suit you?
alice: Any evening but the first one, I have my reading circle
bob: How is the book?
alice: Slow and beautiful. I will lend it to you when we are done
bob: Deal. Carol can do the third evening of the week
alice: So can I
bob: Then it is settled. Bring an appetite, I want to try the oven properly`,
    },
    {
      minutesAgo: 34,
      script: `
bob: Small emergency
alice: Harold?
bob: Harold is fine. Harold has a flower!
alice: A flower already? He likes you
bob: The emergency is that I have to water him while I am away for work
alice: How long?
bob: Three days, starting the day after dinner
alice: Give me a key and I will look after him
bob: You are the best. Mrs Guo has offered too, but she says tomatoes need strict words
alice: I will read to him instead
bob: The key will be on the plate next to the noodles
bob: And the jar of starter is ready for you. I wrote the feeding times on the lid`,
    },
  ],
};
