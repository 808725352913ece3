"""Types of requests and answers, named as in the service's `openapi.json`.

Written by `make_types.py`; do not edit. Objects are dictionaries at run time. A field whose name is
a keyword of Python ends with an underscore where it is sent (`class_`), and has its own name in
answers (`answer["class"]`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

class BookVersionJson(TypedDict):
    """Name and version of a book."""

    name: str
    """Name of the book."""

    version: int
    """Version, from 1; incremented by every change."""


Coords: TypeAlias = 'Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]'
"""Notation of points."""


class FilteredJson(TypedDict):
    """Numbers of moves filtered out, by filter."""

    conditions: int
    """Moves whose conditions fail."""

    min_games: int
    """Moves with fewer games than `min_games`."""

    min_verdict: int
    """Moves with a verdict below `min_verdict`."""


class ForbiddenMoveJson(TypedDict):
    """Move of the book that renju forbids to Black."""

    foul: str
    """Reason: `double_three`, `double_four` or `overline`."""

    point: str
    """Point."""


class LeftBookJson(TypedDict):
    """How a corner left the book."""

    color: str
    """Colour of the move, `B` or `W`."""

    expected: list[str]
    """Points that the book expected of this colour."""

    move: int
    """Number of the move in the game, from 1; 0 for initial stones."""

    node: str
    """Canonical line of the last known node."""

    point: str
    """Point of the move."""

    step: str
    """The move as a step in the corner's frame."""


class PlacedLineJson(TypedDict):
    """Book line placed in its corner, ready for `GET /v1/books/{book}/nodes/{steps}` to return points
    as on this board (`first_mover` is `color` there)."""

    first_mover: str
    """Colour of the line's first move, `B` or `W`."""

    handedness: str
    """Orientation: `clockwise` or `counter_clockwise`; `undetermined` on a whole board."""

    line: str
    """Canonical line."""

    symmetry: NotRequired[str]
    """Orientation on the whole board: the symmetry that leads from the board to `line`. Absent in
    games of corners."""


class SettledJson(TypedDict):
    """A corner with stones of both sides in which neither has to play."""

    elsewhere: NotRequired[float | None]
    """Share of the turns of the side to move in such a position that were played elsewhere, 0 to 1:
    directly after it if the side is to answer, else after that; null without counted games."""

    opponent_elsewhere: NotRequired[float | None]
    """The same of the other side."""

    reason: str
    """What says so: `end`, the line ends and games do not go on; `elsewhere`, both sides play
    elsewhere in games."""


class ExampleJson(TypedDict):
    """Counted game in brief."""

    black: str
    """Name of the Black player; empty if unknown."""

    black_rank: NotRequired[str | None]
    """Rank of the Black player as in the record; null if unknown."""

    date: NotRequired[str | None]
    """Date as precisely as known: `2008-01-31`, `2008-01` or `2008`; null if unknown."""

    event: NotRequired[str | None]
    """Name of the event; null if unknown."""

    id: str
    """Id of the game, 16 hexadecimal digits, for `GET /v1/books/{book}/games/{id}`."""

    result: NotRequired[str | None]
    """Result as in the record, e.g. `B+2`; null if unknown."""

    source: str
    """Name of the collection."""

    white: str
    """Name of the White player; empty if unknown."""

    white_rank: NotRequired[str | None]
    """Rank of the White player as in the record; null if unknown."""


class PartJson(TypedDict):
    """Statistics of a part of the games."""

    corners: int
    """Number of corners, as in the statistics."""

    games: int
    """Number of games, as in the statistics."""

    points: float
    """Wins plus half the draws, as in the statistics."""

    share: float
    """Share of the corners of this part that continued with the move, 0 to 1."""

    win_rate: NotRequired[float | None]
    """`points` per game with a result, 0 to 1; null without such games."""


class KindJson(PartJson):
    """Statistics of one kind of players."""

    kind: str
    """`engine` for programs on both sides, `professional`, or `other` for amateurs and players of
    unknown strength. The weaker player decides."""


class LossJson(TypedDict):
    """Mean loss of a move according to engines that played or analysed the games."""

    plays: int
    """Number of plays evaluated."""

    points: NotRequired[float | None]
    """Loss in points; null if not reported in points."""

    win_rate: NotRequired[float | None]
    """Loss in win rate, 0 to 1; null if not reported as win rate."""


class PathJson(TypedDict):
    """Counts of one line alone."""

    corners: int
    """Number of corners."""

    games: int
    """Number of games."""

    points: float
    """Wins plus half the draws, for the side that makes the move."""


class YearJson(PartJson):
    """Statistics of one year."""

    year: NotRequired[int | None]
    """The year; null if unknown."""


class StatisticsJson(TypedDict):
    """Statistics of a move over the selected counted games. A game counts once even if several of its
    corners reached the move; each corner counts separately."""

    corners: int
    """Number of corners that reached it."""

    examples: NotRequired[list[ExampleJson] | None]
    """Example games that followed the line `leads_to`, strongest and latest first, regardless of
    filters; null unless requested."""

    expected_win_rate: NotRequired[float | None]
    """What the strength of the players, colour and komi make one expect of `win_rate`; null without
    such games. 0.5 in games counted before their players were rated."""

    games: int
    """Number of games with a corner that reached the position after the move, in any order."""

    kinds: NotRequired[list[KindJson] | None]
    """Statistics by kind of players, strongest first; null unless requested. Kinds without games
    are omitted."""

    loss: NotRequired[LossJson | None]

    path: PathJson
    """Counts of the line `leads_to` alone, in its own order."""

    points: float
    """Wins plus half the draws of these games, for the side that makes the move."""

    reached: int
    """Number of corners that reached the position before the move, in any order."""

    share: float
    """Share of the corners at the position before the move that continued with it, 0 to 1."""

    trend: NotRequired[list[YearJson] | None]
    """Statistics by year, unknown years last; null unless requested. Years without games are
    omitted."""

    win_rate: NotRequired[float | None]
    """`points` per game with a result, 0 to 1; null without such games."""


class TenukiJson(TypedDict):
    """Playing elsewhere instead of an answer in a corner."""

    commonest: bool
    """Whether that is more than the share of any move here."""

    leads_to: str
    """Canonical line after it."""

    share: NotRequired[float | None]
    """Share of the turns like this one that were played elsewhere, 0 to 1; null without counted
    games. The `share` of its statistics is the same."""

    statistics: NotRequired[StatisticsJson | None]

    step: str
    """The step, `XX`."""

    urgency: float
    """Urgency of this corner for the other player after it, 0 to 1."""


class WholeCornerJson(TypedDict):
    """Stakes in a corner, in points of SFB, positive for `to_play`."""

    line: NotRequired[float | None]
    """ΔSFB of the line of the corner's first move; null if it has none."""

    opponent_line: NotRequired[float | None]
    """ΔSFB of the line that starts with the other side's best sound move, as if it were to move;
    mostly negative. Null if there is no such move."""

    opponent_moves: list[list[str]]
    """That line, each move `[colour, point]`; empty if there is none."""

    swing: NotRequired[float | None]
    """`line` minus `opponent_line`: the value of playing here first; null unless both are known."""


class CornerJson(TypedDict):
    """State of one corner."""

    corner: str
    """Corner: `upper_left`, `upper_right`, `lower_left` or `lower_right`."""

    filtered: FilteredJson
    """Numbers of moves filtered out."""

    first_mover: NotRequired[str | None]
    """Colour of the first move, `B` or `W`; null in an empty corner."""

    forbidden: NotRequired[list[ForbiddenMoveJson]]
    """Moves of the book that renju forbids to Black on this board. Absent if there are none."""

    handedness: str
    """Orientation on the board: `clockwise`, `counter_clockwise` or `undetermined`."""

    left_book: NotRequired[LeftBookJson | None]

    node: NotRequired[PlacedLineJson | None]

    reason: NotRequired[str | None]
    """Reason code if the corner has no moves; null otherwise."""

    settled: NotRequired[SettledJson | None]

    state: str
    """State: `empty`, `ongoing`, `interrupted`, `tenuki`, `finished` or `terminated`."""

    steps: str
    """Canonical line of the moves played; empty for an empty corner."""

    symmetry: NotRequired[str]
    """Orientation on the whole board: the symmetry that leads from the board to `steps`. Absent in
    games of corners."""

    tenuki: NotRequired[TenukiJson | None]

    urgency: float
    """Urgency of playing here, 0 to 1."""

    whole_board: NotRequired[WholeCornerJson]
    """What is at stake here on the whole board. Omitted unless requested."""


class ForcedLineJson(TypedDict):
    """A win by force."""

    by: str
    """How it wins: `fours`, `threats` or `mate`."""

    line: list[str]
    """The line with the longest defence."""

    n: int
    """Moves of the winner until the win is certain, or until mate."""


class FifthGradeJson(TypedDict):
    """What a fifth move is worth."""

    by: str
    """What says so: `forced`, a win by force of either side; else `advantage`, the book's; else
    `book`, its games and verdict; else `search`."""

    depth: int
    """Depth of the search in plies; moves with a lower depth come after the others."""

    loses: NotRequired[ForcedLineJson]
    """How White wins by force after the move. Omitted unless a search found it."""

    searched: int
    """Value of the search for Black, in points of table A."""

    value: float
    """Expected result for Black, 0 to 1."""


class FifthJson(TypedDict):
    """Fifth move."""

    advantage: NotRequired[float | None]
    """Advantage after the move, positive for Black; null if unknown."""

    games: int
    """Number of counted games."""

    grade: NotRequired[FifthGradeJson]
    """What the move is worth. Omitted without a search."""

    mean: NotRequired[float | None]
    """Expected result, 0 to 1, as `mean` in the evidence of a candidate; null if unknown."""

    point: str
    """Point to play."""

    points: list[str]
    """All points of the move in a symmetric position."""

    same_shape: NotRequired[int | None]
    """Rank, from 1, of an earlier one whose five stones have the same shape at another distance
    from the edge: a referee may count the two as one. Null if there is none."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none."""


class FifthsJson(TypedDict):
    """Fifth moves to offer. White keeps the one that is worst for Black, so the last one decides."""

    best: list[FifthJson]
    """The best of them for Black, best first; as many as are offered, or fewer."""

    known: int
    """Number of different fifth moves that the book knows: those that a symmetry of the four
    stones maps to each other are one."""

    last: NotRequired[str | None]
    """The last of the moves to offer, which White will keep; null if the book knows fewer."""

    offered: int
    """Number of fifth moves to offer."""

    others: NotRequired[list[FifthJson]]
    """All other fifth moves, best first. Omitted without a search."""

    remains: NotRequired[float]
    """Expected result for Black with that move, 0 to 1. Omitted without a search."""


class FourthJson(TypedDict):
    """Fourth move."""

    fifths: list[list[str]]
    """The best fifth moves for Black, best first; each may have several points."""

    n: int
    """Number of fifth moves that comes nearest to balance, 1 to 8, or that of `fifths`."""

    point: str
    """Point to play."""

    points: list[str]
    """All points of the move in a symmetric position."""

    value: float
    """Expected result for Black with that number, 0 to 1."""

    values: list[float]
    """Expected results for Black with 1, 2, … fifth moves: after the first, second, … best fifth."""


class FourthsJson(TypedDict):
    """Fourth moves of renju with what they are worth by the number of fifth moves."""

    depth: int
    """Depth of the search in plies after a fourth move; 0 if its positions sufficed for none."""

    moves: list[FourthJson]
    """The moves within seven by seven lines about the centre or near a stone: the best balanced
    first, or with `fifths` of 2 or more the best for White first."""

    nodes: int
    """Positions searched."""


class ConditionJson(TypedDict):
    """Condition with its truth value on a board."""

    holds: str
    """Truth value: `true`, `false` or `unknown`."""

    ladder: NotRequired[list[list[str]]]
    """Moves of the ladder that was read, each `[colour, point]`. Omitted if none was read."""

    points: list[str]
    """Points that the condition refers to."""

    text: str
    """Condition in steps of the frame, e.g. `ladder(DE, own)`."""

    why: str
    """Reason as a sentence."""


EvidenceGamesJson = TypedDict(
    "EvidenceGamesJson",
    {
        "all": "int",
        "class": "int",
        "own": "int",
    },
)
"""Number of games with results in which we made a move, by group of opponents."""


class PriorJson(TypedDict):
    """Value of a move before the opponent's own games."""

    games: float
    """Weight of the value, as a number of games against the opponent."""

    mean: float
    """The value, as in `mean` of the evidence."""


SharesJson = TypedDict(
    "SharesJson",
    {
        "all": "float",
        "class": "float",
        "own": "float",
        "verdict": "float",
    },
)
"""Weights of the sources in a mean; they sum to 1."""


class EvidenceJson(TypedDict):
    """Components of a priority: the value of the move, its uncertainty and its sources. Results are in
    won games, 0 to 1, from the view of the side to play."""

    bonus: float
    """Part of the priority due to uncertainty, 0 without an opponent; queries with a seed use a
    random draw instead."""

    contested: bool
    """Whether the evidence ranks the move behind another with a lower verdict, in spite of the
    curator."""

    games: EvidenceGamesJson
    """Number of games with results in which we made the move."""

    interval: list[float]
    """95 % interval of `mean`; near a certain result it extends past 0 or 1."""

    mean: float
    """Value of the move, 0 to 1: with an opponent the expected result against it; without one ½
    plus how much better the move is than the others of the position, not an expected result."""

    popularity: float
    """Part of the priority that is a reason to choose the move but no result to expect: how often
    it is chosen in counted games, and the curator's verdict."""

    prior: PriorJson
    """Value before the opponent's own games."""

    shares: SharesJson
    """Weights of the sources in the mean; they sum to 1."""


class ForcedResultJson(TypedDict):
    """Who wins by force after a move of the book."""

    plies: int
    """Plies after the move until five in a row or mate, at most."""

    won: bool
    """Whether the side that plays the move wins, rather than its opponent."""


class ProposedJson(TypedDict):
    """Verdict supported by counted games."""

    basis: str
    """Basis: `engine` if engines evaluated the loss of the move, otherwise the `results` of the
    games."""

    confidence: float
    """Probability that the move is at least as good, or as bad, as this verdict, 0.8 to 1."""

    text: str
    """The figures behind the verdict, as a sentence."""

    verdict: str
    """Verdict: `ideal`, `good`, `mistake` or `question`."""


class WholeLineJson(TypedDict):
    """Effect of a move and the book's continuation on the whole board: the change of SFB (ΔSFB) under
    the mechanical model of influence, in points, positive for `to_play`."""

    last: NotRequired[str | None]
    """Colour of the last move, `B` or `W`; null for an empty line."""

    line: float
    """ΔSFB of the whole line. A line whose `last` move is by `to_play` has one more stone of that
    side, and the other side is to move: compare it only with other such lines."""

    line_moves: list[list[str]]
    """The line, each move `[colour, point]`: the move (of two symmetric ones the better), then the
    book's best sound moves for both sides in the corner, to the end of the book's line, at most
    40."""

    move: float
    """ΔSFB of the move alone."""


class CandidateJson(TypedDict):
    """Move of the book on the client's board."""

    advantage: NotRequired[float | None]
    """Advantage after the move, in the unit of the book, positive for the side to move; null if
    unknown."""

    comment: NotRequired[str | None]
    """Comment, with its points on the client's board in GTP coordinates; null if there is none."""

    conditions: list[ConditionJson]
    """Conditions of the move, with their truth values on this board."""

    corner: str
    """Corner that the move continues: `upper_left`, `upper_right`, `lower_left` or `lower_right`."""

    evidence: EvidenceJson
    """Components of the priority."""

    first_mover: str
    """Colour of that line's first move on this board, `B` or `W`."""

    forced: NotRequired[ForcedResultJson]
    """Who wins by force after the move, as `joseki solve --book` found. Omitted if unknown."""

    handedness: str
    """Orientation of that line in the corner, with `point` as its last move: `clockwise` or
    `counter_clockwise`; `undetermined` on a whole board."""

    leads_to: str
    """Canonical line of the resulting node."""

    leaf: bool
    """Whether the line ends with this move."""

    loses: NotRequired[ForcedLineJson]
    """How the opponent wins by force after the move. Omitted unless a search found it."""

    names: list[str]
    """Names of the joseki or variation."""

    point: str
    """Point to play."""

    points: list[str]
    """The point and, if the position is symmetric, its mirror image."""

    priority: float
    """Priority within the corner."""

    proposed: NotRequired[ProposedJson | None]

    score: float
    """Score across all corners: urgency times e to the power of the priority less the best priority
    of the corner."""

    statistics: NotRequired[StatisticsJson | None]

    step: str
    """The move as a step in the corner's frame, e.g. `CF`."""

    symmetry: NotRequired[str]
    """Orientation of that line on the whole board: the symmetry that leads from the board to it,
    such as `rotate_90`. Absent in games of corners."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; a curator's, otherwise the
    proposed one; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""

    via: str
    """How the node was found: `line` if the moves as played lead there, `transposition` if another
    order does, `fewer_stones` if the book has the move only without a stone that stands in this
    corner. Then the move has no verdict, names, comment and statistics here."""

    whole_board: NotRequired[WholeLineJson]
    """Effect on the whole board. Omitted unless requested, and beyond the first 32 moves of a
    corner."""


class OpeningJson(TypedDict):
    """Opening of a game: in renju one of the 26, or what other first stones are called; in xiangqi that
    of the last position that has a name, in any order of the moves."""

    aliases: list[str]
    """Other spellings that occur."""

    chinese: str
    """Name in simplified Chinese."""

    chinese_traditional: NotRequired[str | None]
    """Name in traditional Chinese; null in xiangqi."""

    code: str
    """Code such as `D4` or `I7`; `rogue` for three stones outside the 26. In xiangqi that
    of ECCO, such as `C00`."""

    condition: NotRequired[str | None]
    """Condition under which the verdict holds."""

    japanese: NotRequired[str | None]
    """Name in Japanese; null for rogue openings and in xiangqi."""

    moves: NotRequired[str | None]
    """Moves in the orientation of the usual diagram; null for rogue openings. In xiangqi those of
    the line by which the position was found."""

    name: str
    """Name in English."""

    romaji: NotRequired[str | None]
    """Japanese name in Latin letters; null for rogue openings and in xiangqi."""

    rules: NotRequired[str | None]
    """Rules that do not allow these stones; null for the 26 openings."""

    source_article: NotRequired[str | None]
    """What the source article says of the opening, if anything."""

    verdict: NotRequired[str | None]
    """Who is better with best play, as RenjuNet judges; null for rogue openings and in xiangqi."""


class SearchJson(TypedDict):
    """What a search found on the board."""

    in_book: bool
    """Whether the first move of that win is in the book."""

    limit: bool
    """Whether a search reached its number of positions, so that more may be found with more."""

    win: ForcedLineJson | None


class SwapJson(TypedDict):
    """Which colour to take, where an opening rule lets a player choose."""

    advantage: NotRequired[float | None]
    """The book's advantage, positive for Black; null if unknown, and for an opening with several
    fifth moves."""

    by: NotRequired[str | None]
    """What decides: `verdict`, `advantage` or `games`; null if nothing is known."""

    games: int
    """Number of counted games of the position with a result."""

    take: NotRequired[str | None]
    """The better colour, `B` or `W`; null if nothing is known, or neither is better."""

    verdict: NotRequired[str | None]
    """RenjuNet's verdict of the opening; null if there is none, or with several fifth moves."""

    win_rate: NotRequired[float | None]
    """Black's share of the points in these games, 0 to 1; null without games."""


class Swap2PairJson(TypedDict):
    """Pair of stones."""

    black: str
    """The black stone."""

    value: float
    """Expected result for Black, 0 to 1."""

    white: str
    """The white stone."""


class Swap2Json(TypedDict):
    """What to do with three stones of Swap2."""

    choice: str
    """What to do: `stay` with White, `swap` to Black, or add a `pair` of stones and let the other
    player choose."""

    depth: int
    """Depth of the search in plies after the fourth stone; 0 if its positions sufficed for none."""

    nodes: int
    """Positions searched."""

    pairs: list[Swap2PairJson]
    """Pairs of stones, the best balanced first."""

    value: float
    """Expected result for Black with the three stones, 0 to 1."""


class WholeBoardJson(TypedDict):
    """The board as a whole."""

    biggest_corner: NotRequired[str | None]
    """Corner with the highest stakes; null if no corner has a first move that the book does not
    advise against."""

    by: NotRequired[str | None]
    """Criterion of `biggest_corner`: `swing` if all corners have one, otherwise `line`; null if
    there is no biggest corner."""

    lead: float
    """SFB of the current board, positive if `to_play` leads."""


class NextResponse(TypedDict):
    """Candidates of all corners, best first, and the state of each corner."""

    best: NotRequired[str | None]
    """Point of the first move, or of a win by force that a search found; null if there is none, or
    if there are only moves in settled corners."""

    book: BookVersionJson
    """The book."""

    coords: Coords
    """Notation of points."""

    corners: list[CornerJson]
    """Corners: upper left, upper right, lower left, lower right."""

    fifths: NotRequired[FifthsJson]
    """Which fifth moves to offer, in renju with four stones and Black to move."""

    fourths: NotRequired[FourthsJson]
    """What fourth moves are worth, in renju with three stones and White to move. Omitted without a
    search."""

    moves: list[CandidateJson]
    """Candidates, one per corner that they continue."""

    opening: NotRequired[OpeningJson]
    """Opening: of renju the first three stones, in any orientation and order; of xiangqi the last
    position with a name. Absent before, and in other games."""

    reason: NotRequired[str | None]
    """Reason code if there is no best move: the reason shared by all corners, otherwise `mixed`, or
    `settled` if there are only moves in settled corners; null if there is one."""

    search: NotRequired[SearchJson]
    """What a search found. Omitted unless requested."""

    swap: NotRequired[SwapJson]
    """Which colour to take, in renju and gomoku with one to five stones that the book knows."""

    swap2: NotRequired[Swap2Json]
    """What to do in Swap2, in gomoku and standard with three stones and White to move. Omitted
    without a search."""

    to_play: str
    """Side to move, `B` or `W`."""

    whole_board: NotRequired[WholeBoardJson]
    """The whole board. Omitted unless requested."""


Code: TypeAlias = 'Literal["malformed_json", "unknown_field", "missing_field", "invalid_value", "invalid_point", "invalid_color", "too_many", "invalid_line", "invalid_book_name", "invalid_path", "incomplete_body", "invalid_head", "invalid_multipart", "key_missing", "key_unknown", "key_ended", "key_scope", "not_own_result", "unknown_route", "unknown_book", "unknown_node", "unknown_game", "games_not_loaded", "nothing_counted", "unknown_result", "unknown_opponent", "unknown_player", "unknown_table", "unknown_change", "no_history", "not_found", "method_not_allowed", "body_timeout", "conflict", "already_exists", "question_conflict", "result_conflict", "result_withdrawn", "table_refused", "table_moved_on", "not_revertible", "later_changes", "precondition_failed", "body_too_large", "unsupported_type", "unsupported_encoding", "unknown_host", "table_elsewhere", "no_question", "illegal_move", "illegal_stone", "illegal_line", "illegal_edit", "not_yet", "unsupported_size", "other_game", "invalid_sgf", "sgf_limit", "unprocessable", "idempotency_key_reused", "precondition_required", "rate_limited", "internal", "store_failed", "node_behind", "too_many_tables", "overloaded", "timeout", "outcome_unknown", "store_busy", "store_closed", "store_read_only", "store_damaged", "store_displaced", "disk_full"]'
"""Stable problem code. Programs match on it; titles and details may change their wording."""


class ContradictionJson(TypedDict):
    """Field of a node on which two sides disagree."""

    field: str
    """Name of the field; `label` stands for the texts of marks, `node` for its existence,
    `retired` for its retirement."""

    kept: str
    """Value that was kept; in a dry run, that would be kept."""

    left_out: str
    """Value that was discarded."""

    line: str
    """Canonical line of the node."""

    taken: bool
    """Whether the incoming value was kept."""


class IllegalMoveJson(TypedDict):
    """An illegal move."""

    color: str
    """Colour to play, `B` or `W`."""

    number: int
    """Number of the move, from 1."""

    point: str
    """The point, in the request's coordinates."""

    reason: str
    """`off_board`, `occupied`, `suicide`, `ko` or `superko`."""


class IllegalStepJson(TypedDict):
    """A step of a line that cannot be played."""

    line: str
    """The canonical line."""

    number: int
    """Number of the step, from 1."""

    reason: str
    """`off_board`, `occupied`, `suicide`, `ko` or `superko`."""

    step: str
    """The step."""


class ProblemJson(TypedDict):
    """RFC 9457 problem document. Members that do not apply are left out."""

    code: Code
    """Stable code for programs to match on."""

    column: NotRequired[int | None]
    """Column in that line, from 1."""

    contradictions: NotRequired[list[ContradictionJson] | None]
    """Conflicts with later changes, at most 1000, and the result if those changes were kept."""

    current: NotRequired[dict[str, Any] | None]
    """Present state of a resource that failed its precondition; null if it is gone."""

    detail: str
    """What is wrong, and what to do about it."""

    field: NotRequired[str | None]
    """The field or parameter at fault, for example `moves[3]`."""

    file: NotRequired[str | None]
    """Name of the imported file."""

    known: NotRequired[list[str] | None]
    """The names that exist."""

    line: NotRequired[int | None]
    """Line in the body or file, from 1."""

    move: NotRequired[IllegalMoveJson | None]

    node: NotRequired[str | None]
    """The node where a table is played."""

    status: int
    """HTTP status of the response."""

    step: NotRequired[IllegalStepJson | None]

    title: str
    """Short summary of the problem type."""

    type: str
    """URI of the code's explanation: `/problems#` and the code."""


class BatchAnswerError(TypedDict):
    """The query was rejected."""

    error: ProblemJson
    """The problem; lines and columns are relative to the query."""


BatchAnswer: TypeAlias = 'NextResponse | BatchAnswerError'
"""Answer to one query."""


class BatchResponse(TypedDict):
    """Answers, in the order of the queries."""

    answers: list[BatchAnswer]
    """One answer for each query."""


class BestJson(TypedDict):
    """The best move of the book on a board."""

    book: str
    """Name of the book."""

    line: NotRequired[str | None]
    """Canonical line of the book to which it leads; null if it is not in the book."""

    move: NotRequired[str | None]
    """The move, or the first one of a win by force that a search found; null if there is none."""

    name: NotRequired[str | None]
    """Name of the joseki or variation, or of the opening; null if it has none."""

    reason: NotRequired[str | None]
    """Reason code if there is no move; null if there is one."""

    verdict: NotRequired[str | None]
    """Its verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null without one."""

    version: int
    """Version of the book."""


class BestParameters(TypedDict):
    """Parameters of `best`."""

    as_of: NotRequired[str]
    """Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    current."""

    board_size: NotRequired[int]
    """Board size in lines; in Go 9 to 19, default 19."""

    book: NotRequired[str]
    """Name of the book; default `main`."""

    class_: NotRequired[str]
    """Class of the opponent, e.g. `engine`; default: its known class, if any."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    examples: NotRequired[int]
    """Maximum number of example games per move, 0 to 4; default 0."""

    failed_conditions: NotRequired[Literal["mark", "hide"]]
    """Treatment of moves whose conditions fail."""

    fen: NotRequired[str]
    """Position of xiangqi at which the moves begin, as FEN; default: the start of a game."""

    fields: NotRequired[str]
    """Fields of the response to send, separated by commas, such as
    `best,moves.point,moves.verdict`; empty for all. On the command line with `--format json`."""

    fifths: NotRequired[int]
    """Number of fifth moves that the opening rule of renju lets Black offer, 1 to 12; default 1.
    With several, verdicts and advantages of openings do not hold."""

    game: NotRequired[str]
    """Name of the game, which must be that of the book; default: the book's."""

    kinds: NotRequired[bool]
    """Includes statistics by kind of players: engines, professionals, others; default `false`."""

    limit: NotRequired[int]
    """Maximum number of moves per corner, 1 to 361. Default: 10, and 26 in all besides the best of
    each corner, as many as a board has letters for."""

    min_games: NotRequired[int]
    """Minimum number of these games for a move; default: no filter."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_verdict: NotRequired[str]
    """Minimum verdict: `ideal`, `good`, `trick`, `question` or `mistake`; default: no filter. A
    move without a verdict ranks below `good` and above `trick` and `question`."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    moves: NotRequired[str]
    """Moves so far: `Q16,O17` alternates, starting with Black; `W:Q16,W:O17,B:pass` names colours."""

    opponent: NotRequired[str]
    """Name of the opponent, optionally with a version, `gnugo@3.8`; default: none."""

    search: NotRequired[int]
    """Number of positions of a search for wins by force, 1 to 1,000,000, in renju, standard, gomoku
    and xiangqi: moves of the book that lose by force are marked, and a forced win comes first.
    A server ends a longer one than it allows without a key. Default: no search."""

    seed: NotRequired[int]
    """Seed of a weighted random draw, reproducible; default: no draw."""

    since: NotRequired[int]
    """Counts only games of this year or later, 1500 to 2100; excludes games of unknown years.
    Default: no limit."""

    source: NotRequired[str]
    """Counts only games of these collections, separated by commas; empty for all. A collection
    with a comma in its name can only be given in a request body."""

    stones: NotRequired[str]
    """Handicap and setup stones: `B:D4,B:Q4`."""

    strength: NotRequired[str]
    """Counts only games of players of these strengths: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    and `engine`, separated by commas; empty for all. The weaker player decides."""

    to_play: NotRequired[str]
    """Side to move, `B` or `W`. Default: the opponent of the last mover; at the start White after
    two or more black initial stones, otherwise Black."""

    trend: NotRequired[bool]
    """Includes statistics by year; default `false`."""

    until: NotRequired[int]
    """Counts only games of this year or earlier, 1500 to 2100; excludes games of unknown years.
    Default: no limit."""

    weights: NotRequired[Literal["strong_recent", "equal"]]
    """Weights of counted plays in the order of moves."""

    whole_board: NotRequired[bool]
    """Includes the effect of each move and its book line on the whole board, in SFB; default
    `false`. It then breaks ties between moves of equal priority and corners of equal score."""


class VariantJson(TypedDict):
    """What a book is about."""

    board_size: NotRequired[int | None]
    """Lines of its boards; null unless the game has books for several sizes."""

    game: str
    """Game that the book is about."""


class BookJson(VariantJson):
    """Name, version, size and game of a book."""

    changed: int
    """Time of the last change, in seconds since 1970-01-01 UTC."""

    created: int
    """Time of creation, in seconds since 1970-01-01 UTC."""

    lines: int
    """Number of lines."""

    name: str
    """Name of the book."""

    nodes: int
    """Number of moves."""

    version: int
    """Version, from 1; incremented by every change."""


class CollectionJson(TypedDict):
    """Collection of counted games."""

    games: int
    """Number of its games that the book's statistics count."""

    name: str
    """Its name."""


class CountedBookJson(BookJson):
    """Head of a book with its number of counted games."""

    collections: NotRequired[list[CollectionJson]]
    """Collections of the counted games, by name: values of `source`. Only in the answer about one book;
    missing if it counts none."""

    counted_games: NotRequired[int]
    """Number of games that the book's statistics count, with those of imported counts; missing if
    it counts none."""

    games: int
    """Number of games mined into the book, which can be asked for one by one; imported counts come
    without games."""

    on_disk: NotRequired[bool]
    """Set in the list of books if it is not in the server's memory: its next moves and lines are
    read in the database, and what needs all of it is refused if it is too large."""


class BooksJson(TypedDict):
    """List of all books."""

    books: list[CountedBookJson]
    """Books, ordered by name."""


class ChangeJson(TypedDict):
    """Log entry of one change of a book."""

    added: int
    """Number of nodes added."""

    at: str
    """Time of the change, UTC, e.g. `2026-01-31T13:05:07Z`."""

    book: str
    """Name of the book after the change."""

    changed: int
    """Number of nodes changed."""

    deleted: int
    """Number of nodes deleted."""

    has_contents: bool
    """Whether the log has stored the differences."""

    id: int
    """Number of the change in the log, which is shared by all books; increases with time."""

    kind: str
    """Kind of change: `create`, `edit`, `import`, `grow`, `mine`, `merge`, `copy`, `split`,
    `rename`, `delete`, `restore`, `revert` or `baseline`."""

    origin: NotRequired[str | None]
    """Book and version that this book was derived from, e.g. `main@12`; null if none."""

    reason: str
    """Reason given by the author; empty if none was given."""

    version: int
    """Version of the book after the change."""

    what: str
    """Source of the change: file names, another book or the reverted change; may be empty.
    Files are given without their folders, unless reading requires a key."""

    who: str
    """Author of the change."""


class FieldChangeJson(TypedDict):
    """Difference of one field."""

    after: Any
    """Value after the change; null if the field is empty."""

    before: Any
    """Value before the change; null if the field was empty."""

    field: str
    """Name of the field."""


class NodeChangeJson(TypedDict):
    """Differences of one node. Points are given in the frame of the canonical line: in a comment,
    `{CF}` is the point at a step and `{B}` the first mover's colour."""

    change: str
    """Kind of change: `added`, `changed` or `deleted`."""

    fields: list[FieldChangeJson]
    """Fields that differ."""

    line: str
    """Canonical line; empty for the empty corner."""


class DeltaJson(TypedDict):
    """Differences between two states of a book."""

    added: int
    """Number of nodes added."""

    changed: int
    """Number of nodes changed."""

    deleted: int
    """Number of nodes deleted."""

    next: NotRequired[str | None]
    """Line after which the remaining nodes follow; null if all are listed."""

    nodes: list[NodeChangeJson]
    """Changed nodes, ordered by line; only the first ones if there are many."""


class ChangeDetailsJson(ChangeJson):
    """Log entry with the differences that it made."""

    difference: DeltaJson
    """The differences; empty if the log has not stored them."""


class ChangedJson(TypedDict):
    """Outcome of a change to a book; in a dry run, what it would be."""

    book: BookJson
    """The book after the change; in a dry run, as it would be."""

    change: NotRequired[int | None]
    """Number of the change in the log; null if nothing changed or in a dry run."""

    difference: DeltaJson
    """Differences made; in a dry run, that would be made."""

    dry_run: bool
    """Whether nothing was written because it was a dry run."""


class ChangesJson(TypedDict):
    """Page of log entries."""

    changes: list[ChangeJson]
    """The entries."""

    next: NotRequired[int | None]
    """Value of `before` (or `after`, if the request used it) for the next page; null on the last
    page."""


class CreateBookParameters(TypedDict):
    """Parameters of `create_book`."""

    board_size: NotRequired[int]
    """Lines of its boards, for a game that has books for several sizes; by default its usual size."""

    game: NotRequired[str]
    """Game that the book is about."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""

    starter: NotRequired[bool]
    """Whether it begins as the starter book of its game: for Go the joseki of a new database with
    their counts, for renju the 26 openings."""


class DeleteBookParameters(TypedDict):
    """Parameters of `delete_book`."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""


class DeleteNodeParameters(TypedDict):
    """Parameters of `delete_node`."""

    color: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    dry_run: NotRequired[bool]
    """`true` reports what would change, and changes nothing."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""


class ChildJson(TypedDict):
    """Move that follows a node."""

    leaf: bool
    """Whether no moves follow."""

    line: str
    """Canonical line of the move's node."""

    names: list[str]
    """Names of the joseki or variation."""

    point: NotRequired[str | None]
    """The move in this orientation; null for a tenuki."""

    retired: bool
    """Whether the node is retired."""

    statistics: NotRequired[StatisticsJson | None]

    step: str
    """The move as a step, `XX` for a tenuki."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""


class LostAgainstJson(TypedDict):
    """Loss of a move compared with its best sibling."""

    lead: float
    """Loss in points."""

    siblings: int
    """Number of siblings evaluated."""

    win_rate: float
    """Loss in win rate, 0 to 1."""


class EvaluationJson(TypedDict):
    """An engine's evaluation of a position: a corner on a board of 19 lines, each tenuki being a pass,
    or in other games the whole board. Numbers are from the view of the side that made the move; at
    the root, of the side that does not move first."""

    at: str
    """Time of the evaluation, UTC, e.g. `2026-01-31T13:05:07.000001Z`."""

    board: str
    """Name of the whole board on which the corner was placed: `empty` without other stones, and in
    games of the whole board."""

    color: str
    """Colour of the move in the evaluated position, `B` or `W`; Black makes the first move of a
    line."""

    engine: str
    """Engine with its version and network."""

    komi: float
    """Komi in points."""

    lead: float
    """Expected lead in points."""

    lost: NotRequired[LostAgainstJson | None]

    rules: str
    """Rules used by the engine, e.g. `chinese`."""

    stdev: NotRequired[float | None]
    """Standard deviation of the final score in points; null if the engine does not report it."""

    visits: int
    """Number of visits of the search."""

    win_rate: float
    """Win rate, 0 to 1."""


class MarkJson(TypedDict):
    """Mark on the board."""

    kind: str
    """SGF property: `TR`, `LB`, `AR` and so on."""

    label: NotRequired[str | None]
    """Text of a label; null for other marks."""

    point: NotRequired[str | None]
    """Point of the mark, or start of an arrow or line; null for a tenuki."""

    to: NotRequired[str | None]
    """End of an arrow or line; null for other marks."""


class TurnCountJson(TypedDict):
    """Number of turns, and how many of them were played in the corner."""

    here: int
    """Number of these turns played in this corner."""

    turns: int
    """Number of turns."""


class TurnsJson(TypedDict):
    """Continuations of counted games after a position, reached in any order."""

    again: TurnCountJson
    """Turns of the player who made the last move."""

    at_once: TurnCountJson
    """Turns of the player to answer, immediately after the position was reached."""

    later: TurnCountJson
    """Later turns of the same player; in an empty corner, all turns."""


class NodeJson(TypedDict):
    """Node of a book with the moves that follow it."""

    advantage: NotRequired[float | None]
    """Advantage after the move, in the unit of the book, positive for the first mover; null if
    unknown."""

    book: BookVersionJson
    """The book."""

    children: list[ChildJson]
    """Moves that follow."""

    color: str
    """Colour of the line's first move in this orientation, `B` or `W`."""

    comment: NotRequired[str | None]
    """Comment, with points and colours in this orientation; null if there is none."""

    conditions: str
    """Conditions, in steps of the line as written in the URL; empty if there are none."""

    confidence: NotRequired[int | None]
    """Confidence of the curators, 0 to 100; null if not given."""

    corner: str
    """Corner of the orientation: `upper_left`, `upper_right`, `lower_left` or `lower_right`."""

    ends: bool
    """Whether a line ends here."""

    evaluations: list[EvaluationJson]
    """Engine evaluations of the position, most visits first."""

    handedness: str
    """Orientation of the canonical line: `clockwise`, `counter_clockwise`, or `undetermined` for a
    symmetric line."""

    line: str
    """Canonical line; empty for the empty corner."""

    marks: list[MarkJson]
    """Marks and labels."""

    mined: bool
    """Whether the node exists only because of counted games."""

    names: list[str]
    """Names of the joseki or variation."""

    points: list[str | None]
    """Points of the line in this orientation; null for a tenuki."""

    properties: dict[str, list[str]]
    """Other SGF properties of the source, unchanged."""

    proposed: NotRequired[ProposedJson | None]

    retired: bool
    """Whether the node or one before it is retired: stored, but excluded from queries for moves."""

    revision: int
    """Version of the book in which the node was last edited, ignoring counted games and results; 0
    for past states of a book."""

    sente: NotRequired[str | None]
    """Side that ends in sente: the `first` or `second` mover; null if unknown."""

    sources: list[str]
    """Sources of the node."""

    statistics: NotRequired[StatisticsJson | None]

    tags: list[str]
    """Free keywords."""

    transpositions: list[str]
    """Canonical lines of other move orders that reach the same position."""

    turns: NotRequired[TurnsJson | None]

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; a curator's, otherwise the
    proposed one; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""


class EditedNodeJson(NodeJson):
    """An edited node."""

    change: NotRequired[int | None]
    """Number of the change in the log; null if nothing changed."""


EditAnswer: TypeAlias = 'EditedNodeJson | ChangedJson'
"""Outcome of an edit."""


CornerChoice: TypeAlias = 'Literal["upper_left", "upper_right", "lower_left", "lower_right"]'
"""Corner of the board."""


class MarkPatchJson(TypedDict):
    """Mark on the board."""

    kind: str
    """SGF property: `TR`, `SQ`, `CR`, `MA`, `SL`, `LB`, `AR`, `LN`, `DD`, `TB` or `TW`."""

    label: NotRequired[str | None]
    """Text of a label, at most 1,000 characters; required for `LB`, otherwise omitted."""

    point: str
    """Point of the mark, or start of an arrow or line."""

    to: NotRequired[str | None]
    """End of an arrow or line; required for `AR` and `LN`, otherwise omitted."""


class ListChangeJson(TypedDict):
    """Items to add to a list and to remove from it."""

    add: NotRequired[Sequence[str]]
    """Items to add; default none."""

    remove: NotRequired[Sequence[str]]
    """Items to remove; default none."""


ListPatchJson: TypeAlias = 'Sequence[str] | ListChangeJson'
"""List of texts: the whole list, or items to add and remove."""


class PatchJson(TypedDict):
    """Changed fields of a node. An omitted field keeps its value; `null` clears it."""

    advantage: NotRequired[float | None]
    """Advantage after the move, -1000 to 1000, positive for the first mover."""

    comment: NotRequired[str | None]
    """Comment, at most 100,000 characters. GTP coordinates in capitals are points in the
    orientation of the line, Black and White its colours."""

    conditions: NotRequired[str | None]
    """Conditions, e.g. `own(CF) and empty(R14) or enemy(PP)`: points in the orientation of the
    line, or steps of the line as written."""

    confidence: NotRequired[int | None]
    """Confidence, 0 to 100."""

    ends: NotRequired[bool | None]
    """Whether a line ends here even if others continue; omitted: unchanged."""

    marks: NotRequired[Sequence[MarkPatchJson] | None]
    """All marks, at most 1,000."""

    names: NotRequired[ListPatchJson | None]

    properties: NotRequired[dict[str, Sequence[str]] | None]
    """All other SGF properties, stored unchanged; at most 1,000 values."""

    retired: NotRequired[bool | None]
    """Whether the node and everything below it is retired: stored, but excluded from queries;
    omitted: unchanged."""

    sente: NotRequired[str | None]
    """Side that ends in sente: the `first` or `second` mover."""

    sources: NotRequired[ListPatchJson | None]

    tags: NotRequired[ListPatchJson | None]

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`."""


HandednessChoice: TypeAlias = 'Literal["clockwise", "counter_clockwise"]'
"""Direction in which a corner is read."""


EditOp: TypeAlias = 'Literal["add", "set", "put", "move", "delete"]'
"""Operation of an edit."""


class EditItem(TypedDict):
    """One edit. Its node is given by `line` or by `moves`."""

    color: NotRequired[str | None]
    """Colour of the first move of `line`, for the colours in a comment: `B` or `W`; default `B`.
    Not with `moves`."""

    coords: NotRequired[Coords]
    """Notation of points; default `gtp`."""

    corner: NotRequired[CornerChoice | None]

    fields: NotRequired[PatchJson | None]

    handedness: NotRequired[HandednessChoice | None]

    if_match: NotRequired[int | None]
    """Expected revision of the node; the edit is rejected if it differs."""

    line: NotRequired[str | None]
    """Line to the node in steps, in either orientation; empty for the empty corner. Either this or
    `moves` is required."""

    moves: NotRequired[str | None]
    """Alternative to `line`: its moves in any corner, `Q16,O17` or `W:Q16,B:O17`."""

    op: EditOp
    """Operation."""

    seen_version: NotRequired[int | None]
    """Expected version of the book for a moved or deleted node: the nodes below it must not have
    changed since."""

    to: NotRequired[str | None]
    """New line of a moved node, in the orientation of `line`. Only for `move` with `line`."""

    to_moves: NotRequired[str | None]
    """Alternative to `to`: the moves of the new line, in the same corner. Only for `move` with
    `moves`."""


class EditsRequest(TypedDict):
    """Edits of one book, applied all or none."""

    dry_run: NotRequired[bool]
    """Whether to report the effect without changing anything; default `false`."""

    edits: Sequence[EditItem]
    """Edits, applied in order; at most 10,000."""

    reason: NotRequired[str]
    """Reason for the history, at most 500 characters; default empty."""


class ExportBookParameters(TypedDict):
    """Parameters of `export_book`."""

    as_of: NotRequired[str]
    """The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    at a time (`2026-01-31T13:05:07Z`). Not for `counts`, which are always current."""

    charset: NotRequired[str]
    """Character set of the texts in a `lib`, such as `utf-8` or `shift_jis`; default `gb18030`."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    depth: NotRequired[int]
    """Maximum number of steps in a line. Not for `counts`."""

    first: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    format: NotRequired[Literal["sgf", "lines", "counts", "csv", "ndjson", "fuego", "pachi", "gnugo", "katago", "binary", "lib", "pos", "obk", "pfbook", "xqb", "bookdat", "pgn"]]
    """File format of an export."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    license: NotRequired[str]
    """Licence of the book, written into the file; one line. Supported by `sgf`, `ndjson`, `pachi`,
    `gnugo`, `katago` and `binary`."""

    min_games: NotRequired[int]
    """Omits moves with fewer counted games. Not for `counts`."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_verdict: NotRequired[str]
    """Omits moves with a worse verdict; no verdict ranks below `good`. Formats for engines
    (`fuego`, `pachi`, `gnugo`, `katago`, `binary`) omit discouraged moves by default. They use
    the worst verdict of any move order that reaches the position; the other formats use the
    move's own verdict. Not for `counts`."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    min_weight: NotRequired[int]
    """Omits moves with less weight. Not for `counts`."""

    orientations: NotRequired[Literal["one", "all"]]
    """Orientations in which each position is written."""

    provenance: NotRequired[bool]
    """Names the program, the book and its version in an `sgf`. Formats with room for it always do."""

    weight: NotRequired[Literal["priority", "games", "uniform"]]
    """Weight of a move."""


class FoundNodeJson(TypedDict):
    """Node that was found."""

    before: list[str]
    """Names of the nearest node before it that has any."""

    color: str
    """Colour of the first move, `B` or `W`; in xiangqi `R` or `B`."""

    excerpt: NotRequired[str | None]
    """Part of the comment around the words, if they are there, with points and colours in the
    requested orientation; null otherwise."""

    found: str
    """Where the words are: `name`, `opening`, `tag` or `comment`. Words of tags may also be in names,
    and those of a comment in both."""

    games: int
    """Number of counted games that followed the line."""

    line: str
    """Canonical line."""

    names: list[str]
    """Names of the joseki or variation."""

    opening: NotRequired[OpeningJson | None]

    points: list[str | None]
    """Points of the line in the requested orientation; null for a tenuki."""

    tags: list[str]
    """Free keywords."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""


class FoundNodesJson(TypedDict):
    """Nodes that a search of names, tags and comments found."""

    book: BookVersionJson
    """The book."""

    nodes: list[FoundNodeJson]
    """The best ones: names before openings, tags and comments; names that equal the words, or
    begin with them, first; then moves of more games, then short lines."""

    total: int
    """Number of nodes that have all words."""


class GetBookParameters(TypedDict):
    """Parameters of `get_book`."""

    as_of: NotRequired[str]
    """The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    at a time (`2026-01-31T13:05:07Z`). The game counts are always current."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""


class GetChangeParameters(TypedDict):
    """Parameters of `get_change`."""

    after: NotRequired[str]
    """Only nodes after this line: the `difference.next` of the previous response."""

    limit: NotRequired[int]
    """Maximum number of nodes, 1 to 10000; default 1000."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""


class GetNodeParameters(TypedDict):
    """Parameters of `get_node`."""

    as_of: NotRequired[str]
    """The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    at a time (`2026-01-31T13:05:07Z`). Game counts are always current."""

    color: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    since: NotRequired[int]
    """Counts only games of this year and later, 1500 to 2100. Games of unknown years are then left
    out."""

    source: NotRequired[str]
    """Counts only games of these collections, separated by commas."""

    strength: NotRequired[str]
    """Counts only games of players of this strength: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    and `engine`, separated by commas."""

    until: NotRequired[int]
    """Counts only games of this year and earlier."""


class GetOpponentParameters(TypedDict):
    """Parameters of `get_opponent`."""

    before: NotRequired[int]
    """Cursor: only games before this one, the `next` of a previous response; default: from the
    latest."""

    book: NotRequired[str]
    """Book whose moves are compared; default `main`."""

    differences: NotRequired[int]
    """Maximum number of differences, 0 to 1000; default 20."""

    min_games: NotRequired[int]
    """Minimum number of its games, and of other opponents' games, for a move to be compared;
    default 3."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    results: NotRequired[int]
    """Maximum number of its games, 0 to 1000; default 20."""


class GetTableParameters(TypedDict):
    """Parameters of `get_table`."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""


class GetTableRecordParameters(TypedDict):
    """Parameters of `get_table_record`."""

    format: NotRequired[Literal["sgf", "pgn", "psq", "go"]]
    """Format of a record."""


class ImportBookParameters(TypedDict):
    """Parameters of `import_book`."""

    address: NotRequired[str]
    """Where the source is found."""

    attribution: NotRequired[str]
    """Whom to name for the source."""

    board_size: NotRequired[int]
    """Lines of its boards, for a game that has books for several sizes; by default its usual size."""

    charset: NotRequired[str]
    """Character set of the texts in RenLib libraries, such as `gb18030`; default: a guess."""

    confidence: NotRequired[int]
    """Confidence of files that state none, 0 to 100."""

    details: NotRequired[int]
    """Maximum number of nodes of the difference, and of contradictions, in the response: 0 to
    10000; default 1000."""

    dry_run: NotRequired[bool]
    """`true` reports what would change, and changes nothing."""

    game: NotRequired[str]
    """Game that a new book is about, by default `go`; a book that exists is about this game, or the
    request is refused."""

    license: NotRequired[str]
    """Licence of the source, an SPDX expression such as `CC-BY-4.0`. Requires `source`, as do the
    next two."""

    name: NotRequired[str]
    """Name of the file, for the report and the log; files in a multipart body have their own
    names."""

    phrases: NotRequired[Literal["convert", "list", "ignore"]]
    """Treatment of sentences that state what a move depends on."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""

    rules: NotRequired[str]
    """Merge rules for fields on which the book and a file differ: `verdict=take,comment=both`;
    `all=` sets the rule of every field. The rules are `keep`, `take`, `both` and `confident`;
    the default keeps the book's value."""

    source: NotRequired[str]
    """Name of the source of the files, which their nodes keep."""


class ContradictionsJson(TypedDict):
    """Contradictions between two sides."""

    count: int
    """Total number of contradictions."""

    first: list[ContradictionJson]
    """First contradictions."""


class ConvertedPhraseJson(TypedDict):
    """Sentence converted into a condition."""

    condition: str
    """The condition in steps of the line."""

    file: str
    """Name of the file."""

    line: str
    """Canonical line of the book's node."""

    phrase: str
    """The sentence as in the file."""


class ConvertedJson(TypedDict):
    """Sentences converted into conditions."""

    count: int
    """Total number."""

    first: list[ConvertedPhraseJson]
    """First sentences."""


class ConflictJson(TypedDict):
    """Contradiction between sources."""

    field: str
    """Name of the field: `verdict`, `advantage`, `sente` or `label`."""

    kept: str
    """Existing value, which was kept."""

    left_out: str
    """Value that was discarded."""

    line: str
    """Canonical line of the book's node."""


class MergedJson(TypedDict):
    """Numbers of nodes merged into an existing node, by reason."""

    duplicate: int
    """The same line came before."""

    mirror: int
    """The mirror image of the line came before."""

    no_move: int
    """No move of its own: a comment, a setup or the root."""

    tenuki: int
    """A tenuki without effect."""


class RefusalJson(TypedDict):
    """Node left out."""

    line: int
    """Line number in the file."""

    reason: str
    """Reason."""


class FileImportJson(TypedDict):
    """Report of one file."""

    conflicts: list[ConflictJson]
    """Contradictions; the first value was kept."""

    file: str
    """Name of the file."""

    implied: int
    """Number of nodes added beyond those read: implied tenukis and lines to a starting position."""

    merged: MergedJson
    """Numbers of nodes merged into an existing node, by reason."""

    nodes: int
    """Number of nodes read: `placed` plus all of `merged` plus the length of `refused`."""

    placed: int
    """Number of nodes that became a new node of the book."""

    refused: list[RefusalJson]
    """Nodes left out."""

    trees: int
    """Number of game trees read."""

    warnings: list[str]
    """Irregularities in the file that could be read nevertheless."""


class PhraseToReviewJson(TypedDict):
    """Sentence, or stones, not converted into a condition."""

    at: int
    """Line number in the file, from 1."""

    file: str
    """Name of the file."""

    line: str
    """Canonical line of the book's node."""

    phrase: str
    """The sentence as in the file; for stones their property and point."""

    suggested: NotRequired[str | None]
    """Condition that may be meant, in steps of the line; null if none can be derived."""

    why: str
    """Reason why it was not converted."""


class ToReviewJson(TypedDict):
    """Sentences and stones for a curator to review."""

    count: int
    """Total number."""

    first: list[PhraseToReviewJson]
    """First items."""


class ImportJson(TypedDict):
    """Report of an import: every node read was placed, merged or refused."""

    book: BookJson
    """The book after the import; in a dry run, as it would be."""

    change: NotRequired[int | None]
    """Number of the change in the log, with which it can be reverted; null if nothing was written."""

    changed: bool
    """Whether the book changed; in a dry run, would change."""

    contradictions: ContradictionsJson
    """Nodes on which the book and the files, or two files, disagree, and the values kept."""

    converted: ConvertedJson
    """Sentences of comments that were converted into conditions."""

    difference: DeltaJson
    """Differences made; in a dry run, that would be made."""

    dry_run: bool
    """Whether nothing was written because it was a dry run."""

    files: list[FileImportJson]
    """One report per file."""

    to_review: ToReviewJson
    """Sentences and stones that express a dependence but were not converted, for a curator to
    review."""


class LineJson(TypedDict):
    """Line from the empty corner to its end."""

    games: int
    """Number of counted games that followed this line."""

    line: str
    """Steps of the line, two letters each, e.g. `DDCF`."""


class LinesJson(TypedDict):
    """Page of a book's lines."""

    book: BookVersionJson
    """The book."""

    lines: list[LineJson]
    """Lines of this page, in alphabetical order."""

    next: NotRequired[str | None]
    """Value of `after` for the next page; null on the last page."""

    total: int
    """Number of lines with the requested prefix, over all pages."""


class ListChangesParameters(TypedDict):
    """Parameters of `list_changes`."""

    after: NotRequired[int]
    """Only changes after this number, oldest first."""

    before: NotRequired[int]
    """Only changes before this number, newest first: the `next` of the previous page."""

    book: NotRequired[str]
    """Only changes of this book; default all books."""

    limit: NotRequired[int]
    """Changes on the page, 1 to 1000; default 100."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""


class ListLinesParameters(TypedDict):
    """Parameters of `list_lines`."""

    after: NotRequired[str]
    """Continue after this line: the `next` of the previous page."""

    as_of: NotRequired[str]
    """The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    at a time (`2026-01-31T13:05:07Z`)."""

    limit: NotRequired[int]
    """Lines on the page, 1 to 1000; default 100."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    prefix: NotRequired[str]
    """Prefix of the lines, in either case; it may end in half a step."""


class ListOpponentsParameters(TypedDict):
    """Parameters of `list_opponents`."""

    after: NotRequired[str]
    """Continue after this name: the `next` of the previous page."""

    limit: NotRequired[int]
    """Opponents on the page, 1 to 1000; default 100."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""


class SideClockJson(TypedDict):
    """What a side has left, in seconds."""

    main: float
    """Main time."""

    period: float
    """Time of the running period; all of it before one runs."""

    periods: int
    """Periods of byo-yomi, the running one included."""


class TableClockJson(TypedDict):
    """The clocks of a table."""

    black: SideClockJson
    """Black's, in xiangqi Red's."""

    running: NotRequired[str | None]
    """The side whose clock runs."""

    white: SideClockJson
    """White's, in xiangqi Black's."""


class TableCountingJson(TypedDict):
    """The count of a board of Go."""

    agreed: list[str]
    """The sides that agree with the marks."""

    dead: list[str]
    """The stones marked as dead."""

    owner: list[str]
    """Owner of each point: one string per row from the top, one `B`, `W` or `.` per point."""

    score: str
    """The score with these marks, as in SGF."""


class TableOfferJson(TypedDict):
    """An offer of a side."""

    by: str
    """Who made it."""

    count: NotRequired[int | None]
    """Number of moves, for `undo`."""

    what: str
    """`undo`, `draw` or `pause`."""


class TableResultJson(TypedDict):
    """The result of a game."""

    record: str
    """As in SGF: `B+R`, `W+T`, `B+3.5`, `B+`, `0`."""

    winner: NotRequired[str | None]
    """The winner; null of a draw."""

    words: str
    """In words."""


class SaidJson(TypedDict):
    """A phrase that was sent."""

    after_move: int
    """After how many moves."""

    by: str
    """By which side."""

    phrase: str
    """The phrase."""


TableSide: TypeAlias = 'Literal["person", "book", "engine"]'
"""Who plays a side."""


class SidesJson_TableSeatJsonBlack(TypedDict):
    """Who plays a side."""

    kind: TableSide
    """`person`, `book` or `engine`."""

    present: bool
    """Whether somebody with the token of the side follows the table now; true for a program."""


class SidesJson_TableSeatJsonWhite(TypedDict):
    """Who plays a side."""

    kind: TableSide
    """`person`, `book` or `engine`."""

    present: bool
    """Whether somebody with the token of the side follows the table now; true for a program."""


class SidesJson_TableSeatJson(TypedDict):
    """One value for each side."""

    black: SidesJson_TableSeatJsonBlack
    """Who plays a side."""

    white: SidesJson_TableSeatJsonWhite
    """Who plays a side."""


class TableStartJson(TypedDict):
    """The start of a game."""

    fen: NotRequired[str | None]
    """The position of xiangqi, if it is not the usual one."""

    handicap: list[str]
    """The handicap stones of Go."""

    to_move: str
    """The side that moves first."""


class TableJson(TypedDict):
    """A table. Sides are `black`, who in xiangqi is Red, and `white`."""

    board_size: int
    """Board size in lines; in xiangqi the number of ranks."""

    clock: NotRequired[TableClockJson | None]

    comments: list[str | None]
    """The words of programs on their moves, one entry a move, null for others."""

    coords: Coords
    """Notation of points."""

    counting: NotRequired[TableCountingJson | None]

    expires: int
    """When the table is removed if nothing is done there, in seconds since 1970 UTC."""

    game: str
    """The game."""

    komi: NotRequired[float | None]
    """Komi of Go; null in other games."""

    made: int
    """When the table was made, in seconds since 1970 UTC."""

    moves: list[str]
    """The moves."""

    offer: NotRequired[TableOfferJson | None]

    phase: str
    """`playing`, `paused`, `counting` or `over`."""

    result: NotRequired[TableResultJson | None]

    rules: NotRequired[str | None]
    """Rules by which Go is counted; null in other games."""

    said: list[SaidJson]
    """Phrases that were sent, in order."""

    sides: SidesJson_TableSeatJson
    """Who plays."""

    start: TableStartJson
    """The position at which the moves begin."""

    thinking: NotRequired[str | None]
    """The side whose program thinks."""

    to_move: str
    """The side to move."""

    version: int
    """Number of things done at this table."""

    you: list[str]
    """The sides that this token may play."""


class TableTokensJson(TypedDict):
    """The tokens of a table."""

    black: NotRequired[str | None]
    """Plays Black, in xiangqi Red; null if a program does."""

    watch: str
    """Watches."""

    white: NotRequired[str | None]
    """Plays White, in xiangqi Black; null if a program does."""


class NewTableJson(TypedDict):
    """A table that was just made."""

    table: TableJson
    """The state."""

    tokens: TableTokensJson
    """The tokens, which are the only rights to the table and are shown once."""


FailedConditionsJson: TypeAlias = 'Literal["mark", "hide"]'
"""Treatment of moves whose conditions fail."""


PlayWeightsJson: TypeAlias = 'Literal["strong_recent", "equal"]'
"""Weights of counted plays in the order of moves."""


class NextRequest(TypedDict):
    """Query for the next move: a board and options."""

    as_of: NotRequired[str | None]
    """Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    current."""

    board_size: NotRequired[int | None]
    """Board size in lines; in Go 9 to 19, default 19."""

    book: NotRequired[str | None]
    """Name of the book; default `main`."""

    class_: NotRequired[str | None]
    """Class of the opponent, e.g. `engine`; default: its known class, if any."""

    coords: NotRequired[Coords]
    """Notation of points in the request and the response; default `gtp`."""

    corner: NotRequired[str | None]
    """Answers about this corner only, in Go: `upper_left`, `upper_right`, `lower_left` or
    `lower_right`; default: all."""

    examples: NotRequired[int | None]
    """Maximum number of example games per move, 0 to 4; default 0."""

    failed_conditions: NotRequired[FailedConditionsJson]
    """Treatment of moves whose conditions fail on this board; default `mark`."""

    fen: NotRequired[str | None]
    """Position of xiangqi at which the moves begin, as FEN; default: the start of a game."""

    fields: NotRequired[Sequence[str]]
    """Fields of the response to send, such as `best`, `moves.point` and `moves.verdict`; empty for
    all."""

    fifths: NotRequired[int | None]
    """Number of fifth moves that the opening rule of renju lets Black offer, 1 to 12; default 1.
    With several, verdicts and advantages of openings do not hold."""

    game: NotRequired[str | None]
    """Name of the game, which must be that of the book; default: the book's."""

    initial_stones: NotRequired[Sequence[Sequence[str]]]
    """Handicap and setup stones, each `[colour, point]`."""

    kinds: NotRequired[bool]
    """Whether to include statistics by kind of players; default `false`."""

    limit: NotRequired[int | None]
    """Maximum number of moves per corner, 1 to 361. Default: 10, and 26 in all besides the best of
    each corner, as many as a board has letters for."""

    min_games: NotRequired[int | None]
    """Minimum number of these games for a move; default: no filter."""

    min_verdict: NotRequired[str | None]
    """Minimum verdict: `ideal`, `good`, `trick`, `question` or `mistake`; default: no filter. A
    move without a verdict ranks below `good` and above `trick` and `question`."""

    moves: NotRequired[Sequence[Sequence[str]]]
    """Moves so far, each `[colour, point]`; `"pass"` for a pass. Two moves in a row by one colour
    are allowed."""

    opponent: NotRequired[str | None]
    """Name of the opponent, optionally with a version, `gnugo@3.8`; default: none."""

    search: NotRequired[int | None]
    """Number of positions of a search for wins by force, 1 to 1,000,000, in renju, standard, gomoku
    and xiangqi: moves of the book that lose by force are marked, and a forced win comes first.
    A server ends a longer one than it allows without a key. Default: no search."""

    seed: NotRequired[int | None]
    """Seed of a weighted random draw, reproducible; default: no draw."""

    since: NotRequired[int | None]
    """Counts only games of this year or later, 1500 to 2100; excludes games of unknown years.
    Default: no limit."""

    source: NotRequired[Sequence[str]]
    """Counts only games of these collections, at most 100; empty for all."""

    strength: NotRequired[Sequence[str]]
    """Counts only games of players of these strengths: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    or `engine`; empty for all. The weaker player decides."""

    to_play: NotRequired[str | None]
    """Side to move, `B` or `W`. Default: the opponent of the last mover; at the start White after
    two or more black initial stones, otherwise Black."""

    trend: NotRequired[bool]
    """Whether to include statistics by year; default `false`."""

    until: NotRequired[int | None]
    """Counts only games of this year or earlier, 1500 to 2100; excludes games of unknown years.
    Default: no limit."""

    weights: NotRequired[PlayWeightsJson]
    """Weights of counted plays in the order of moves; default `strong_recent`. `equal` counts all
    plays alike."""

    whole_board: NotRequired[bool]
    """Whether to include the effect of each move and its book line on the whole board, in SFB;
    default `false`. It then breaks ties between moves of equal priority and corners of equal
    score."""


class VersionJson(TypedDict):
    """Games against one version of an opponent."""

    changed_after: NotRequired[int | None]
    """Number of games, including withdrawn ones, in order of entry, after which its replies show
    that it changed; earlier games count as those of another opponent of its class. Null if it
    has not changed."""

    drawn: int
    """Drawn games."""

    games: int
    """Number of games."""

    lost: int
    """Games that we lost."""

    points: float
    """Sum of the results, in won games."""

    version: str
    """Version; empty if none was given."""

    won: int
    """Games that we won."""


OpponentJson = TypedDict(
    "OpponentJson",
    {
        "baseline": "float",
        "class": "NotRequired[str | None]",
        "drawn": "int",
        "games": "int",
        "lost": "int",
        "name": "str",
        "points": "float",
        "versions": "list[VersionJson]",
        "won": "int",
    },
)
"""Opponent with its versions; withdrawn games are excluded."""


class DifferenceJson(TypedDict):
    """Book move on which results against an opponent differ from those against others."""

    difference: float
    """Our results with this move against this opponent minus those against others, each relative
    to the opponent's baseline; in won games per game."""

    games: int
    """Number of the opponent's games with the move."""

    interval: list[float]
    """95 % interval of the difference."""

    line: str
    """Canonical line that the move leads to."""

    mean: float
    """Our mean result in these games, 0 to 1."""

    moved_by: str
    """Side that made the move: `us` or `opponent`."""

    others: int
    """Number of other opponents' games with the move."""

    step: str
    """Last step of the line."""


ResultHeadJson = TypedDict(
    "ResultHeadJson",
    {
        "black_rank": "NotRequired[str]",
        "class": "NotRequired[str | None]",
        "color": "str",
        "date": "NotRequired[str]",
        "duplicate_of": "NotRequired[str]",
        "game": "str",
        "game_id": "str",
        "handicap": "NotRequired[int]",
        "komi": "NotRequired[float]",
        "learned": "int",
        "margin": "NotRequired[float | None]",
        "opponent": "str",
        "points": "float",
        "received": "str",
        "result": "str",
        "revision": "int",
        "rules": "NotRequired[str]",
        "untaught": "NotRequired[str]",
        "white_rank": "NotRequired[str]",
        "withdrawn": "bool",
    },
)
"""Stored result, without its moves."""


class OpponentAnswerJson(OpponentJson):
    """Opponent with its games and its differences from others."""

    differences: list[DifferenceJson]
    """Book moves on which results differ most from those of other opponents, most certain first."""

    next: NotRequired[int | None]
    """Value of `before` for older games; null if there are none."""

    results: list[ResultHeadJson]
    """Its games, all versions, latest first, including withdrawn ones."""


class OpponentsJson(TypedDict):
    """Page of opponents."""

    next: NotRequired[str | None]
    """Value of `after` for the next page; null on the last page."""

    opponents: list[OpponentJson]
    """Opponents, ordered by name."""


class PatchNodeParameters(TypedDict):
    """Parameters of `patch_node`."""

    color: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    dry_run: NotRequired[bool]
    """`true` reports what would change, and changes nothing."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""


class CornerLinesJson(TypedDict):
    """Lines of the corners, as far as any book knows them; null for a corner without a book move. All
    are null in a game whose lines are of the whole board."""

    board: NotRequired[str]
    """The whole board, in a game whose lines are of the whole board; missing without a book move."""

    lower_left: NotRequired[str | None]
    """Lower left corner."""

    lower_right: NotRequired[str | None]
    """Lower right corner."""

    upper_left: NotRequired[str | None]
    """Upper left corner."""

    upper_right: NotRequired[str | None]
    """Upper right corner."""


class PostedJson(TypedDict):
    """Outcome of entering a result."""

    duplicate_of: NotRequired[str]
    """Id of the game that counts in place of this one, which is the same."""

    game_id: str
    """Id of the game."""

    learned: int
    """Number of book moves of both sides in the game, over all books, that learned from it."""

    lines: CornerLinesJson
    """Line of each corner, or of the board, as far as the books know it."""

    results: int
    """Last change of the results with this one, for `min_results` of reads."""

    status: str
    """Status: `counted`; `kept` if the terms of the game teach nothing; `duplicate_game` if the same
    game counts under another id; `unchanged` if the same result was already entered; `corrected`."""

    untaught: NotRequired[str]
    """Why the game teaches nothing: a word (`handicap`, `komi`, `rules`, `setup` or `mismatch`), a
    colon and a sentence."""


class PostedItemJsonError(TypedDict):
    """It was rejected."""

    error: ProblemJson
    """The problem; lines and columns are relative to the result."""

    index: int
    """Index of the result, from 0."""


PostedItemJson: TypeAlias = 'PostedJson | PostedItemJsonError'
"""Outcome of one of many results."""


class PostedResultsJson(TypedDict):
    """Outcome of many results."""

    counted: int
    """Newly counted results."""

    duplicates: int
    """Results that are stored and do not count, because the same games do under other ids."""

    kept: int
    """Results that are stored and teach nothing, because of the terms of their games."""

    refused: int
    """Rejected results."""

    results: list[PostedItemJson]
    """One outcome for each result, in the order of the request."""

    unchanged: int
    """Results already entered with the same content."""


class PutNodeParameters(TypedDict):
    """Parameters of `put_node`."""

    color: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    dry_run: NotRequired[bool]
    """`true` reports what would change, and changes nothing."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""


ResultChoice: TypeAlias = 'Literal["win", "loss", "draw"]'
"""Result of a game from our side."""


class ResultCorrection(TypedDict):
    """Result of a game against an opponent. The game is given either as `moves`, with `board_size` and
    `initial_stones` where needed, or as `sgf`."""

    black_rank: NotRequired[str | None]
    """Rank of the player with the black stones, such as `5k`, `1d` or `9p`; default: that of `BR`."""

    board_size: NotRequired[int | None]
    """Board size in lines. In Go 9 to 19, default 19; in another game one of its sizes, default the
    usual one."""

    class_: NotRequired[str | None]
    """Class of the opponent, e.g. `engine`; default: the latest reported class."""

    color: str
    """Our colour, `B` or `W`."""

    coords: NotRequired[Coords]
    """Notation of points, also in errors about this game; default `gtp`."""

    date: NotRequired[str | None]
    """Date of the game, such as `2026-01-31`; default: that of `DT`, else the day on which the
    result arrives (UTC). The same moves against the same opponent on the same day are one game."""

    game: NotRequired[str | None]
    """Name of the game that was played; default `go`."""

    game_id: NotRequired[str]
    """Id of the game, chosen by the client, 1 to 200 characters. The same game with the same id is
    counted once. Required unless it is in the URL."""

    handicap: NotRequired[int | None]
    """Number of handicap stones, 0 to 99; default: that of `HA`, or Black's initial stones if White
    moves first. A game with handicap teaches if both ranks are known."""

    initial_stones: NotRequired[Sequence[Sequence[str]]]
    """Handicap and setup stones, each `[colour, point]`."""

    komi: NotRequired[float | None]
    """White's compensation in points, −361 to 361; default: that of `KM`, else the usual one. A game
    with less than 5.5 or more than 8 points teaches if both ranks are known."""

    margin: NotRequired[float | None]
    """Winning margin in points, 0 to 1000; omitted if the game was not counted."""

    moves: NotRequired[Sequence[Sequence[str]]]
    """Moves, each `[colour, point]`; `"pass"` for a pass. Two moves in a row by one colour are
    allowed."""

    opponent: str
    """Name of the opponent, at most 200 characters; the part after the last `@` is its version."""

    result: ResultChoice
    """Result from our side."""

    rules: NotRequired[str | None]
    """Name of the rules; default: that of `RU`. A game by rules of an unknown name does not teach."""

    sgf: NotRequired[str | None]
    """The game as SGF: the main line of its first tree, with the number of `game` in `GM` and one of
    its sizes in `SZ`. Excludes `board_size`, `initial_stones` and `moves`."""

    white_rank: NotRequired[str | None]
    """Rank of the player with the white stones; default: that of `WR`."""


class ResultJson(ResultHeadJson):
    """Stored result with its moves."""

    board_size: int
    """Board size in lines."""

    coords: Coords
    """Notation of points."""

    initial_stones: list[list[str]]
    """Handicap and setup stones, each `[colour, point]`."""

    moves: list[list[str]]
    """Moves, each `[colour, point]`; `pass` for a pass."""


class ResultRequest(TypedDict):
    """Result of a game against an opponent. The game is given either as `moves`, with `board_size` and
    `initial_stones` where needed, or as `sgf`."""

    black_rank: NotRequired[str | None]
    """Rank of the player with the black stones, such as `5k`, `1d` or `9p`; default: that of `BR`."""

    board_size: NotRequired[int | None]
    """Board size in lines. In Go 9 to 19, default 19; in another game one of its sizes, default the
    usual one."""

    class_: NotRequired[str | None]
    """Class of the opponent, e.g. `engine`; default: the latest reported class."""

    color: str
    """Our colour, `B` or `W`."""

    coords: NotRequired[Coords]
    """Notation of points, also in errors about this game; default `gtp`."""

    date: NotRequired[str | None]
    """Date of the game, such as `2026-01-31`; default: that of `DT`, else the day on which the
    result arrives (UTC). The same moves against the same opponent on the same day are one game."""

    game: NotRequired[str | None]
    """Name of the game that was played; default `go`."""

    game_id: NotRequired[str]
    """Id of the game, chosen by the client, 1 to 200 characters. The same game with the same id is
    counted once. Required unless it is in the URL."""

    handicap: NotRequired[int | None]
    """Number of handicap stones, 0 to 99; default: that of `HA`, or Black's initial stones if White
    moves first. A game with handicap teaches if both ranks are known."""

    initial_stones: NotRequired[Sequence[Sequence[str]]]
    """Handicap and setup stones, each `[colour, point]`."""

    komi: NotRequired[float | None]
    """White's compensation in points, −361 to 361; default: that of `KM`, else the usual one. A game
    with less than 5.5 or more than 8 points teaches if both ranks are known."""

    margin: NotRequired[float | None]
    """Winning margin in points, 0 to 1000; omitted if the game was not counted."""

    moves: NotRequired[Sequence[Sequence[str]]]
    """Moves, each `[colour, point]`; `"pass"` for a pass. Two moves in a row by one colour are
    allowed."""

    opponent: str
    """Name of the opponent, at most 200 characters; the part after the last `@` is its version."""

    result: ResultChoice
    """Result from our side."""

    rules: NotRequired[str | None]
    """Name of the rules; default: that of `RU`. A game by rules of an unknown name does not teach."""

    sgf: NotRequired[str | None]
    """The game as SGF: the main line of its first tree, with the number of `game` in `GM` and one of
    its sizes in `SZ`. Excludes `board_size`, `initial_stones` and `moves`."""

    white_rank: NotRequired[str | None]
    """Rank of the player with the white stones; default: that of `WR`."""


LaterChoice: TypeAlias = 'Literal["refuse", "keep", "drop"]'
"""Handling of later changes to the same lines."""


class RevertBody(TypedDict):
    """What to revert: one change, or all changes since a point in time."""

    change: NotRequired[int | None]
    """Number of a change; an import is one change. Reverting the deletion of a book restores the
    book."""

    dry_run: NotRequired[bool]
    """Report what would change, and change nothing."""

    later: NotRequired[LaterChoice]
    """Handling of later changes to the same lines; default `refuse`."""

    reason: NotRequired[str]
    """Reason for the history; at most 500 characters."""

    since: NotRequired[str | None]
    """Reverts all changes after a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    (`2026-01-31T13:05:07Z`)."""


class RevertedJson(ChangedJson):
    """Outcome of a revert."""

    contradictions: ContradictionsJson
    """Conflicts with later changes, and the values kept."""


class ReviewRequest(TypedDict):
    """Review request: games and options."""

    annotate: NotRequired[bool]
    """Whether to return the records annotated with the review; default `false`."""

    as_of: NotRequired[str | None]
    """Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    current."""

    book: NotRequired[str | None]
    """Name of the book; default `main`."""

    coords: NotRequired[Coords]
    """Notation of points in the response; default `gtp`."""

    games: NotRequired[Sequence[str]]
    """Game records, at most 200, each the text of one SGF game."""

    moves: NotRequired[int | None]
    """Maximum number of moves reviewed per game, 1 to 1000; default 60."""

    players: NotRequired[Sequence[str]]
    """Players to profile, by their names in `PB` and `PW`, ignoring case and spacing; at most 100.
    Default: all players with at least 5 games, or every player if there are fewer games in all."""

    record: NotRequired[bool]
    """Whether to return each game's stones and moves, for display on a board; default `false`."""


class PlayerJson(TypedDict):
    """Player of a game."""

    name: str
    """Name; empty if unknown."""

    rank: NotRequired[str | None]
    """Rank, e.g. `3d`, `5k` or `9p`; null if unknown."""


class ReviewLeftJson(LeftBookJson):
    """How a corner left the book, and which side was responsible."""

    by: str
    """Colour of the responsible side, `B` or `W`: the player of the move, or of an earlier tenuki
    that the book does not know."""

    returned: bool
    """Whether the corner returned to the book later by transposition."""


class BookLineJson(TypedDict):
    """Continuation of the book on the board of the game."""

    advantage: NotRequired[float | None]
    """Advantage at the end, in the unit of the book, positive for the side that plays first here;
    null if unknown."""

    leads_to: str
    """Canonical line of the last move's node."""

    moves: list[list[str]]
    """Moves, each `[colour, point]`."""


class EvaluatedLossJson(TypedDict):
    """Loss of a move according to the engine in the record."""

    points: NotRequired[float | None]
    """Loss in points; null if unknown."""

    win_rate: NotRequired[float | None]
    """Loss in win rate; null if unknown."""


class CostJson(TypedDict):
    """Cost of a move to its player."""

    error: NotRequired[float | None]
    """Standard deviation of `win_rate`; null if unknown."""

    evaluation: NotRequired[EvaluatedLossJson | None]

    points: NotRequired[float | None]
    """Advantage after the best move minus that after this move, in the unit of the book; null
    unless both are known."""

    win_rate: NotRequired[float | None]
    """Value of the best move minus that of this one, in won games; null if unknown."""


class ExpectedJson(TypedDict):
    """Move that the book expected."""

    advantage: NotRequired[float | None]
    """Advantage after the move, in the unit of the book, positive for the side to move; null if
    unknown."""

    failed: list[ConditionJson]
    """Conditions of the move that failed at that moment."""

    leads_to: str
    """Canonical line of the resulting node."""

    mean: NotRequired[float | None]
    """Value, 0 to 1, as `mean` in the evidence of a candidate; null if unknown."""

    point: str
    """Point of the move."""

    points: list[str]
    """The point and, if the position is symmetric, its mirror image."""

    priority: float
    """Priority within the corner."""

    share: NotRequired[float | None]
    """Share of the corners at this position that continued with this move, 0 to 1; null if the
    book counts none."""

    step: str
    """The move as a step in the corner's frame."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""


class JudgedJson(TypedDict):
    """Move classified by the book."""

    advantage: NotRequired[float | None]
    """Advantage after the move, in the unit of the book, positive for its player; null if unknown."""

    better_line: NotRequired[BookLineJson | None]

    color: str
    """Colour of the move, `B` or `W`."""

    cost: CostJson
    """Cost of the move."""

    excused: bool
    """Whether the move is not a fault because the conditions of all better moves failed."""

    expected: list[ExpectedJson]
    """Moves that the book expected, best first, at most five; moves with failed conditions come
    last."""

    failed: list[ConditionJson]
    """Conditions of the move that failed at that moment."""

    kind: str
    """Kind: `best`, the book's first choice; `book`, in the book at no significant cost; `costly`,
    in the book at a cost; `mistake`, advised against by its verdict or a failing condition;
    `left`, left the book; `tenuki`, a tenuki that the book does not know or advises against."""

    move: int
    """Number of the move in the game, from 1."""

    names: list[str]
    """Names of the node."""

    node: str
    """Canonical line of the move's node; for a move that left the book, of the last known node."""

    offered: int
    """Number of book moves in the corner."""

    point: str
    """Point of the move; for a tenuki the point played instead, `pass` for a pass."""

    punishment: NotRequired[BookLineJson | None]

    rank: NotRequired[int | None]
    """Rank among the book's moves in the corner, from 1; null if it is not among them."""

    settled: NotRequired[SettledJson | None]

    step: str
    """The move as a step in the corner's frame; `XX` for a tenuki."""

    tenuki_only: bool
    """Whether tenuki was the only book move there."""

    text: str
    """The assessment as a sentence, with points as players of the game write them."""

    verdict: NotRequired[str | None]
    """Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none."""

    verdict_by: NotRequired[str | None]
    """Source of the verdict: `curator` or `games`; null without a verdict."""


class ReviewedCornerJson(TypedDict):
    """Review of one corner."""

    corner: str
    """Corner: `upper_left`, `upper_right`, `lower_left` or `lower_right`; `board` in games of the
    whole board."""

    first_mover: NotRequired[str | None]
    """Colour of the first move, `B` or `W`; null in an empty corner."""

    handedness: str
    """Orientation on the board: `clockwise`, `counter_clockwise` or `undetermined`, as always in
    games of the whole board."""

    left_book: NotRequired[ReviewLeftJson | None]

    moves: list[JudgedJson]
    """Moves that are in the book or left it."""

    named_node: NotRequired[str | None]
    """Canonical line of that node; null if no node has a name."""

    names: list[str]
    """Names of the deepest named node on the way to `node`."""

    node: str
    """Canonical line of the last node known to the book."""

    state: str
    """State after the last reviewed move: `empty`, `ongoing`, `interrupted`, `tenuki`, `finished`
    or `terminated`."""

    steps: str
    """Canonical line of the moves played."""


class FoulJson(TypedDict):
    """Move that renju forbids to Black."""

    kind: str
    """Why it is forbidden: `double_three`, `double_four` or `overline`."""

    move: int
    """Number of the move in the game, from 1."""

    point: str
    """Point of the move."""


class BoardMovesJson(TypedDict):
    """Setup stones and moves of a game."""

    initial_stones: list[list[str]]
    """Handicap and setup stones, each `[colour, point]`."""

    moves: list[list[str]]
    """Moves, each `[colour, point]`; `pass` for a pass."""


class GameReviewJson(TypedDict):
    """Review of a game against a book."""

    black: PlayerJson
    """The Black player."""

    board_size: int
    """Board size in lines."""

    corners: list[ReviewedCornerJson]
    """Corners: upper left, upper right, lower left, lower right; in games of the whole board, the
    board."""

    damaged_at: NotRequired[int | None]
    """Number of the first illegal move; only the moves before it are reviewed. Null if all moves
    are legal."""

    date: NotRequired[str | None]
    """First day of the game, as precisely as known; null if unknown."""

    fouls: NotRequired[list[FoulJson]]
    """Moves of the whole game that renju forbids to Black and that were played nevertheless.
    Absent if there are none."""

    game: str
    """Source of the game, as in profiles: file and line, or its number from 0."""

    id: str
    """Id of the game, 16 hexadecimal digits; the same for every record of it."""

    margin: NotRequired[float | None]
    """Winning margin in points; null if unknown."""

    moves: int
    """Number of moves in the main line."""

    opening: NotRequired[OpeningJson]
    """Opening of renju that the first three stones are. Absent in Go, and with fewer stones."""

    record: NotRequired[BoardMovesJson | None]

    reviewed: int
    """Number of these moves that were reviewed."""

    white: PlayerJson
    """The White player."""

    winner: NotRequired[str | None]
    """Winner: `B`, `W`, in xiangqi `R` or `B`, or `draw`; null if unknown."""


class ReviewItemJsonValue(TypedDict):
    """The game was reviewed."""

    index: int
    """Index of the game, from 0."""

    review: GameReviewJson
    """The review."""

    sgf: NotRequired[str | None]
    """The game record with the review in it, if requested."""


class ReviewItemJsonError(TypedDict):
    """The game was rejected."""

    error: ProblemJson
    """The problem."""

    index: int
    """Index of the game, from 0."""


ReviewItemJson: TypeAlias = 'ReviewItemJsonValue | ReviewItemJsonError'
"""Outcome of one game."""


class MeanLossJson(TypedDict):
    """Mean loss of moves according to engines."""

    moves: int
    """Number of moves evaluated."""

    points: float
    """Mean loss in points."""


class InstanceJson(TypedDict):
    """Move of a game."""

    color: str
    """Colour of the move, `B` or `W`."""

    corner: str
    """Corner of the move."""

    game: str
    """Id of the game in the reviews."""

    move: int
    """Number of the move, from 1."""

    point: str
    """Point of the move."""


class HabitJson(TypedDict):
    """Move that a player repeats although the book prefers another."""

    better: str
    """Canonical line of the move that the book prefers."""

    evaluation: NotRequired[MeanLossJson | None]

    examples: list[InstanceJson]
    """Occurrences; at most three."""

    faults: int
    """Number of times it was costly or a mistake."""

    mean: float
    """Mean cost per time."""

    node: str
    """Canonical line of the move's node."""

    times: int
    """Number of times played, in any order, orientation and colour."""

    total: float
    """Total cost in expected results, in won games."""


class JosekiRowJson(TypedDict):
    """Statistics of one joseki of a player."""

    corners: int
    """Number of corners."""

    first: int
    """Corners in which the player made the first move."""

    games: int
    """Number of games with this joseki."""

    left: int
    """Corners that left the book."""

    left_by_player: int
    """Corners that left the book by a move of the player."""

    line: str
    """Canonical line of that node; without a name, the first six steps that the book knows."""

    name: NotRequired[str | None]
    """Names of the deepest named node; null if no node has a name."""

    points: float
    """Wins plus half the draws in these games."""

    scored: int
    """Games with a known result."""


class PlayedStepJson(TypedDict):
    """Move that is not in the book."""

    step: str
    """The move as a step in the frame of the position's line."""

    times: int
    """Number of times played."""


class LeaveRowJson(TypedDict):
    """Position at which a player repeatedly leaves the book."""

    examples: list[InstanceJson]
    """Occurrences; at most three."""

    expected: str
    """Canonical line of the move that the book expected."""

    node: str
    """Canonical line of the position's node."""

    played: list[PlayedStepJson]
    """Moves played instead, most frequent first."""

    times: int
    """Number of times."""


class KindCountsJson(TypedDict):
    """Numbers of moves by kind."""

    best: int
    """First choice of the book."""

    book: int
    """In the book, at no significant cost."""

    costly: int
    """In the book, at a cost."""

    excused: int
    """Not a fault because the conditions of better moves failed; counted only here."""

    left: int
    """The move left the book."""

    mistake: int
    """The book advises against the move."""

    tenuki: int
    """Tenuki that the book does not know or advises against."""


class ProfileJson(TypedDict):
    """Profile of a player over many games, each counted once."""

    black: int
    """Games with Black."""

    corners: int
    """Corners with at least one move."""

    drawn: int
    """Games drawn."""

    evaluation: NotRequired[MeanLossJson | None]

    games: int
    """Number of games."""

    habits: list[HabitJson]
    """Book moves played at least twice although the book prefers another, by total cost in
    expected results; at most 10."""

    josekis: list[JosekiRowJson]
    """Joseki of the player, most frequent first; at most 30."""

    leaves: list[LeaveRowJson]
    """Positions at which the player left the book at least twice, most frequent first; at most 10."""

    lost: int
    """Games lost."""

    moves: KindCountsJson
    """The player's classified moves."""

    player: str
    """Name as requested, otherwise as in most records."""

    white: int
    """Games with White."""

    won: int
    """Games won."""


class ReviewResponse(TypedDict):
    """Reviewed games."""

    book: BookVersionJson
    """The book."""

    coords: Coords
    """Notation of points."""

    games: list[ReviewItemJson]
    """One item for each game, in the order of the request."""

    moves_of_a_game: int
    """Number of moves reviewed in each game."""

    profiles: list[ProfileJson]
    """Profiles of the players."""


class PrisonersJson(TypedDict):
    """Numbers of stones captured by each side."""

    black: NotRequired[int]
    """Captured by Black, 0 to 10000; default 0."""

    white: NotRequired[int]
    """Captured by White, 0 to 10000; default 0."""


class ScoreRequest(TypedDict):
    """Scoring request: a board and how to score it."""

    board_size: NotRequired[int | None]
    """Board size in lines, 2 to 25; default 19."""

    coords: NotRequired[Coords]
    """Notation of points in the request and the response; default `gtp`."""

    dead: NotRequired[Sequence[str] | None]
    """Dead stones; one point marks its whole chain. An empty list means that all stones live.
    Default: estimated."""

    estimate: NotRequired[str | None]
    """Method of estimating dead stones: `playouts` (random games), a model such as `mechanical`,
    or `none`; default `playouts`. Not with `dead`."""

    groups: NotRequired[bool]
    """Whether to list each group with its eyes and whether it lives; default `false`."""

    initial_stones: NotRequired[Sequence[Sequence[str]]]
    """Handicap and setup stones, each `[colour, point]`."""

    komi: NotRequired[float | None]
    """Komi in points, rounded to hundredths; default 7.5 (`chinese`), 8 (`ing`) or 6.5
    (`japanese`)."""

    moves: NotRequired[Sequence[Sequence[str]]]
    """Moves so far, each `[colour, point]`; `"pass"` for a pass."""

    prisoners: NotRequired[PrisonersJson]
    """Stones captured before this board was set up; captures by `moves` are added."""

    rules: NotRequired[str | None]
    """Rules: `chinese`, `ing` or `japanese`; default `chinese`."""

    seki: NotRequired[Sequence[str] | None]
    """Stones in seki; one point marks its whole chain. Default: found by a rule."""


class SideCountJson(TypedDict):
    """Count of one side."""

    dead: int
    """Number of dead stones of the other side, which become prisoners at the end."""

    points: float
    """Total in points, without komi."""

    prisoners: int
    """Number of stones that it captured."""

    stones: int
    """Number of its living stones."""

    territory: int
    """Number of its points of territory: empty ones, and those under dead stones of the other
    side."""


class StonesJson(TypedDict):
    """Stones and how they were determined."""

    by: str
    """Source: `given` by the request; otherwise, for dead stones `none`, `playouts` or the model
    used, for seki `rule`."""

    points: list[str]
    """The stones, as whole chains of both colours."""


class GroupJson(TypedDict):
    """Chains of one colour that the other side cannot easily separate."""

    color: str
    """Colour, `B` or `W`."""

    eyes: float
    """Number of its eyes; an eye space of three points counts one and a half."""

    liberties: int
    """Number of its liberties."""

    owned: NotRequired[float | None]
    """Mean ownership of its stones in random games, in its own view, −1 to 1; null if none were
    played."""

    status: str
    """`alive`, `dead`, `seki` or `open`."""

    stones: list[str]
    """Its stones."""

    why: str
    """Reason: `given`, `unconditional`, `two_eyes`, `surrounders_dead`, `no_enemy`, `enclosed`,
    `bent_four`, `seki_rule`, `playouts`, `model` or `not_estimated`."""


class RepetitionJson(TypedDict):
    """Move that repeats an earlier position of the whole board."""

    earlier: int
    """Number of the move after which the board was first the same; 0 for the initial board."""

    move: int
    """Number of the move, from 1, including passes."""


class ScoreResponse(TypedDict):
    """Score of a board."""

    black: SideCountJson
    """Count of Black."""

    board_size: int
    """Board size in lines."""

    coords: Coords
    """Notation of points."""

    dead: StonesJson
    """Dead stones."""

    groups: NotRequired[list[GroupJson] | None]
    """Groups of both sides; null unless requested."""

    komi: float
    """Komi in points."""

    neutral: list[str]
    """Points of neither side."""

    notes: list[str]
    """Remarks on the count."""

    owner: list[str]
    """Owner of each point: one string per row from the top, one `B`, `W` or `.` per point."""

    repetitions: list[RepetitionJson]
    """Moves that repeat an earlier position of the whole board."""

    result: str
    """Result as in SGF: `B+3.5`, `W+12` or `0`."""

    rules: str
    """Rules: `chinese`, `ing` or `japanese`."""

    score: float
    """Margin in points, positive if Black won."""

    seki: StonesJson
    """Stones in seki."""

    white: SideCountJson
    """Count of White, without komi."""

    winner: NotRequired[str | None]
    """Winner, `B` or `W`; null for a draw. Under Ing rules Black wins a draw."""


class SearchBookParameters(TypedDict):
    """Parameters of `search_book`."""

    color: NotRequired[Literal["B", "W"]]
    """Colour of the first move."""

    coords: NotRequired[Literal["gtp", "letter_number", "sgf", "uci", "iccs", "wxf", "chinese", "chinese_traditional"]]
    """Notation of points."""

    corner: NotRequired[Literal["upper_left", "upper_right", "lower_left", "lower_right"]]
    """Corner of the board."""

    handedness: NotRequired[Literal["clockwise", "counter_clockwise"]]
    """Direction in which a corner is read."""

    limit: NotRequired[int]
    """Maximum number of nodes, 1 to 200; default 20."""

    min_results: NotRequired[int]
    """Least last change of the results to answer from: `results` of the answer to a write."""

    min_version: NotRequired[str]
    """Least version of the book to answer from: that of the answer to a write, perhaps on another
    node. A node that lags behind it for a second answers `node_behind`. With the name of
    the book, or of several: `main:12,club:3`."""

    q: str
    """Words, at most 200 bytes: all must be in a node's names, tags and comment, or in the names of
    its opening. Case, accents, widths of letters and apostrophes make no difference."""


TableWord: TypeAlias = 'Literal["play", "undo", "draw", "pause", "accept", "decline", "resign", "resume", "dead", "estimate", "agree", "say", "stop"]'
"""What is done."""


class TableActionRequest(TypedDict):
    """An action of a player."""

    action: TableWord
    """What is done."""

    coords: NotRequired[Coords]
    """Notation of points; default that of the game's players."""

    count: NotRequired[int | None]
    """Number of moves, for `undo`; default 1."""

    move: NotRequired[str | None]
    """The move, for `play`: a point, `pass`, or in xiangqi two squares."""

    phrase: NotRequired[str | None]
    """The phrase, for `say`: `hello`, `good_luck`, `good_move`, `thanks`, `one_moment`, `sorry` or
    `good_game`."""

    point: NotRequired[str | None]
    """The point, for `dead`."""

    side: NotRequired[str | None]
    """The side that acts, `black` or `white`, if the token may play both; default the side to move."""

    version: NotRequired[int | None]
    """The version of the state that the player saw. If something else was done since, the action is
    refused; if it is exactly what was done, it is not done again, so a retry is safe."""


class ClockSetup(TypedDict):
    """The clock of each side, in seconds: main time, then periods of byo-yomi, or an increment."""

    increment: NotRequired[float]
    """Time added after each move, at most an hour."""

    main: NotRequired[float]
    """Main time, at most a day."""

    period: NotRequired[float]
    """Time of a period, at most an hour."""

    periods: NotRequired[int]
    """Number of periods of byo-yomi after the main time."""


class TableSetup(TypedDict):
    """A table to make: a game, a position at which it begins, and who plays."""

    black: NotRequired[TableSide]
    """Black, in xiangqi Red; default `person`."""

    board_size: NotRequired[int | None]
    """Board size in lines, 9 to 19 in Go, 15 or 20 in gomoku; default the game's usual one."""

    book: NotRequired[str | None]
    """The book; default `main` in Go, else that with the name of the game, if there is one."""

    clock: NotRequired[ClockSetup | None]

    fen: NotRequired[str | None]
    """Position at which a game of xiangqi begins."""

    game: NotRequired[str]
    """The game: `go`, `renju`, `standard`, `gomoku` or `xiangqi`; default `go`."""

    handicap: NotRequired[int]
    """Handicap stones of Black in Go, 2 to 9; White moves first then."""

    komi: NotRequired[float | None]
    """Komi of Go in points for White; default that of the rules, 0.5 with handicap stones."""

    moves: NotRequired[Sequence[str]]
    """Moves with which the game begins, as players of the game write them: `Q16`, `h8`, `h2e2`."""

    one_screen: NotRequired[bool]
    """Whether both sides are persons at one screen: one token plays both. Default `false`."""

    opponent: NotRequired[str | None]
    """The opponent of the book, whose results order its moves."""

    rules: NotRequired[str | None]
    """Rules by which Go is counted: `chinese`, `japanese` or `ing`; default `chinese`."""

    seconds: NotRequired[float | None]
    """Time for a move of a program, in seconds, at most 5 and less when its clock is short;
    default 1."""

    white: NotRequired[TableSide]
    """White, in xiangqi Black; default `book`."""


class WithdrawnJson(TypedDict):
    """Outcome of withdrawing a result."""

    game_id: str
    """Id of the game."""

    results: int
    """Last change of the results with this one, for `min_results` of reads."""

    status: str
    """Status: `withdrawn`, or `unchanged` if it was already withdrawn."""
