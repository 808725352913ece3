// Types of the API, from the generated OpenAPI schema.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Answer = Schemas["NextResponse"];
export type Candidate = Schemas["CandidateJson"];
export type CornerAnswer = Schemas["CornerJson"];
export type Condition = Schemas["ConditionJson"];
export type NextRequest = Schemas["NextRequest"];
export type BatchAnswer = Schemas["BatchResponse"];
export type BookNode = Schemas["NodeJson"];
export type Books = Schemas["BooksJson"];
export type Influence = Schemas["InfluenceResponse"];
export type Opponents = Schemas["OpponentsJson"];
export type ProblemBody = Schemas["ProblemJson"];
export type Review = Schemas["ReviewResponse"];
export type ReviewItem = Schemas["ReviewItemJson"];
export type ReviewedGame = Schemas["GameReviewJson"];
export type JudgedMove = Schemas["JudgedJson"];
export type ReviewedCorner = Schemas["ReviewedCornerJson"];
export type QuizQuestion = Schemas["QuestionJson"];
export type QuizRequest = Schemas["QuizRequest"];
export type Graded = Schemas["GradedJson"];
export type QuizAnswer = Schemas["QuizResponse"];
export type NodeChanges = Schemas["NodeChangesJson"];
export type ExampleGame = Schemas["ExampleJson"];
export type KeptGame = Schemas["PlayedGameJson"];
export type NodePatch = Schemas["PatchJson"];
export type EditedNode = Schemas["EditAnswer"];
export type Changed = Schemas["ChangedJson"];
export type Reverted = Schemas["RevertedJson"];
export type Changes = Schemas["ChangesJson"];
export type Change = Schemas["ChangeJson"];
export type ChangeInFull = Schemas["ChangeDetailsJson"];
export type NodeChange = Schemas["NodeChangeJson"];
export type Contradiction = Schemas["ContradictionJson"];
export type PlacedLine = Schemas["PlacedLineJson"];
