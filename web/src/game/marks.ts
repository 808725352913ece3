// Marks on points of the board, besides stones and book moves.

/** A mark on a point. */
export interface Mark {
  readonly text: string;
  /** Text for screen readers. */
  readonly says: string;
  /** Style of the mark; never its only distinction. */
  readonly tone: "good" | "bad" | "plain" | "black" | "white" | "free";
}
