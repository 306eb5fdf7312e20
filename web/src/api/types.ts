// The server's types by name; `npm run types` makes the schema from `openapi.json`.

import type { components } from "../../schema";

type Schemas = components["schemas"];

export type About = Schemas["About"];
export type AnalysisEvent = Schemas["AnalysisEvent"];
export type AnalysisRequest = Schemas["AnalysisRequest"];
export type Chances = Schemas["Chances"];
export type Clock = Schemas["Clock"];
export type Experiment = Schemas["Experiment"];
export type ExperimentResults = Schemas["ExperimentResults"];
export type Explored = Schemas["Explored"];
export type Game = Schemas["Game"];
export type GameInfo = Schemas["GameInfo"];
export type GameResult = Schemas["GameResult"];
export type GameSummary = Schemas["GameSummary"];
export type Glyph = Schemas["Glyph"];
export type GrowthState = Schemas["GrowthState"];
export type ImportState = Schemas["ImportState"];
export type Judgement = Schemas["Judgement"];
export type LevelDescription = Schemas["LevelDescription"];
export type Line = Schemas["Line"];
export type NewGame = Schemas["NewGame"];
export type NewReview = Schemas["NewReview"];
export type Overlays = Schemas["Overlays"];
export type Performance = Schemas["Performance"];
export type Played = Schemas["Played"];
export type PlayedGame = Schemas["PlayedGame"];
export type Player = Schemas["Player"];
export type RecordFormat = Schemas["RecordFormat"];
export type ReviewState = Schemas["ReviewState"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type Score = Schemas["Score"];
export type Source = Schemas["Source"];
export type Study = Schemas["Study"];
export type Table = Schemas["Table"];
export type Tree = Schemas["Tree"];
export type TreeNode = Schemas["TreeNode"];
