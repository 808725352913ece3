// What is written on points of the board, beside stones and the book's moves.

/** A mark of a point. */
export interface Mark {
  readonly text: string;
  /** What a screen reader says of it. */
  readonly says: string;
  /** How it is drawn. Never the only difference. */
  readonly tone: "good" | "bad" | "plain";
}
