/** The page /duo, and each phone in it that plays a recording: they share no code that loads at once. */
if (new URLSearchParams(location.search).has("screen")) void import("./screen/main.tsx");
else void import("./start.tsx");
