// The rules of the game, as the rest of the page uses them.

export * from "./legal";
export * from "./notation";
export * from "./position";
export * from "./square";
export * from "./start";
