// The server's types by name; `npm run types` makes the schema from `openapi.json`.

import type { components } from "../../schema";

type Schemas = components["schemas"];

export type About = Schemas["About"];
export type AnalysisEvent = Schemas["AnalysisEvent"];
export type AnalysisRequest = Schemas["AnalysisRequest"];
export type Chances = Schemas["Chances"];
export type Clock = Schemas["Clock"];
export type Endgame = Schemas["Endgame"];
export type EndgameRegion = Schemas["EndgameRegion"];
export type ExactWorth = Schemas["ExactWorth"];
export type Game = Schemas["Game"];
export type GameInfo = Schemas["GameInfo"];
export type GameResult = Schemas["GameResult"];
export type GameSummary = Schemas["GameSummary"];
export type Glyph = Schemas["Glyph"];
export type Judgement = Schemas["Judgement"];
export type LevelDescription = Schemas["LevelDescription"];
export type Lessons = Schemas["Lessons"];
export type Line = Schemas["Line"];
export type Mistake = Schemas["Mistake"];
export type NewGame = Schemas["NewGame"];
export type NewProgram = Schemas["NewProgram"];
export type NewReview = Schemas["NewReview"];
export type Overlays = Schemas["Overlays"];
export type Performance = Schemas["Performance"];
export type Player = Schemas["Player"];
export type Program = Schemas["Program"];
export type PlayedMove = Schemas["PlayedMove"];
export type Puzzle = Schemas["Puzzle"];
export type PuzzleDifficulty = Schemas["PuzzleDifficulty"];
export type RecordFormat = Schemas["RecordFormat"];
export type ReviewState = Schemas["ReviewState"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type Score = Schemas["Score"];
export type Standing = Schemas["Standing"];
export type Study = Schemas["Study"];
export type Tree = Schemas["Tree"];
export type TreeNode = Schemas["TreeNode"];
export type WallCorner = Schemas["WallCorner"];
