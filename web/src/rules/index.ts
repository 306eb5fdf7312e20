// Rules of Amazons.

export * from "./legal";
export * from "./notation";
export * from "./position";
export * from "./square";
export * from "./start";
