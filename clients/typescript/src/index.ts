// Client of joseki, a database service for Go joseki and openings of renju, gomoku and xiangqi.
export { Client } from "./client.js";
export type { Answer, FollowOptions, Method, Operation, Options, PathsWith, Schemas, Settings } from "./client.js";
export { InvalidAnswer, JosekiError, NoAnswer, Problem } from "./errors.js";
export type { ProblemBody } from "./errors.js";
export type { ServerEvent } from "./events.js";
export type { components, operations, paths } from "./schema.js";
