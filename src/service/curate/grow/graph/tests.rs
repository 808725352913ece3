//! Unit tests of `graph`.

use super::*;
use proptest::prelude::*;

fn step(text: &str) -> Step {
    text.parse().unwrap()
}

fn node(line: &str, value: Option<f64>, moves: Vec<GrowMove>) -> GrowNode {
    let line: Line = line.parse().unwrap();
    let to_play = Color::from_side(line.to_move());
    GrowNode { line, to_play, value, proven: None, moves }
}

/// A move that an engine proposes.
fn outside(text: &str, loss: f64) -> GrowMove {
    GrowMove {
        step: step(text),
        child: None,
        loss: Some(loss),
        share: None,
        is_forced: false,
        may_grow: true,
        counts_for_width: true,
    }
}

/// A move in the book without a loss.
fn inside(text: &str, child: usize) -> GrowMove {
    GrowMove { child: Some(child), loss: None, may_grow: false, ..outside(text, 0.0) }
}

fn graph(nodes: impl IntoIterator<Item = GrowNode>) -> GrowGraph {
    let mut graph = GrowGraph::new();
    for node in nodes {
        graph.add(node);
    }
    graph
}

/// All choices in order, each reserved before the next is asked for.
fn choices(graph: &GrowGraph, rules: &GrowRules) -> Vec<ChosenGrowth> {
    let (solution, mut reserved) = (graph.solve(rules), HashSet::new());
    std::iter::from_fn(|| {
        let chosen = solution.next(graph, rules, &reserved)?;
        assert!(reserved.insert(chosen.choice), "{chosen:?} again");
        Some(chosen)
    })
    .collect()
}

/// The places of the choices at the root, in order.
fn places_of_root(graph: &GrowGraph, rules: &GrowRules) -> Vec<usize> {
    let place = |chosen: ChosenGrowth| match chosen.choice {
        GrowChoice::Expand { node: 0, place } => Some(place),
        _ => None,
    };
    choices(graph, rules).into_iter().filter_map(place).collect()
}

/// A position's name and value, and its moves: name, position after it, loss.
type GoldenPosition = (char, f64, &'static [(&'static str, char, f64)]);

const GOLDEN: [GoldenPosition; 7] = [
    ('R', 0.0, &[("a", 'A', 0.0), ("b", 'B', 0.4), ("c", 'C', 1.5)]),
    ('A', 0.6, &[("d", 'D', 0.0), ("e", 'E', 0.6), (" tenuki", 'S', 0.3)]),
    ('B', 0.1, &[("f", 'D', 0.0), ("g", 'G', 0.5)]),
    ('C', 1.2, &[("h", 'G', 0.0)]),
    ('D', -0.3, &[("j", 'J', 0.0), ("k", 'K', 0.7)]),
    ('S', 5.5, &[("o", 'O', 0.0)]),
    ('J', 0.4, &[("p", 'P', 0.0)]),
];

/// The book of the golden test while it grows.
struct GoldenBook {
    graph: GrowGraph,
    /// The names of the nodes.
    names: Vec<char>,
    rules: GrowRules,
}

impl GoldenBook {
    fn new(shares_of_root: [Option<f64>; 3]) -> GoldenBook {
        let (graph, rules) = (GrowGraph::new(), GrowRules::go(6.0));
        let mut book = GoldenBook { graph, names: Vec::new(), rules };
        book.add('R', Line::new());
        let moves = &mut book.graph.node_mut(0).moves;
        moves.iter_mut().zip(shares_of_root).for_each(|(played, share)| played.share = share);
        book
    }

    fn position(name: char) -> GoldenPosition {
        *GOLDEN.iter().find(|position| position.0 == name).unwrap()
    }

    fn add(&mut self, name: char, line: Line) -> usize {
        let (_, value, moves) = Self::position(name);
        let text = |name: &str| match name.trim() {
            "tenuki" => "XX".to_owned(),
            letter => letter.to_uppercase().repeat(2),
        };
        let moves = moves.iter().map(|(name, _, loss)| outside(&text(name), *loss)).collect();
        self.names.push(name);
        self.graph.add(node(&line.to_string(), Some(value), moves))
    }

    /// What a choice is called, and its cost.
    fn describe(&self, chosen: ChosenGrowth) -> String {
        let GrowChoice::Expand { node, place } = chosen.choice else { panic!("{chosen:?}") };
        let name = self.names[node];
        let (played, to, _) = Self::position(name).2[place];
        let link = if self.names.contains(&to) { "link " } else { "" };
        let cost = format!("{:.3}", chosen.cost);
        let cost = cost.trim_end_matches('0').trim_end_matches('.');
        format!("{link}{name}{played} {cost}")
    }

    fn values(&self) -> Vec<String> {
        let values = self.graph.solve(&self.rules).values;
        values.iter().map(|value| format!("{:.1}", value.unwrap())).collect()
    }

    /// Makes the next choice. Returns it with its cost, the value of the root, and the other values
    /// that it changes.
    fn grow(&mut self) -> String {
        let solution = self.graph.solve(&self.rules);
        let chosen = solution.next(&self.graph, &self.rules, &HashSet::new()).unwrap();
        let (described, before) = (self.describe(chosen), self.values());
        let GrowChoice::Expand { node, place } = chosen.choice else { panic!("{chosen:?}") };
        let to = Self::position(self.names[node]).2[place].1;
        let known = self.names.iter().position(|name| *name == to);
        let child = known.unwrap_or_else(|| {
            let mut line = self.graph.node(node).line.clone();
            line.push(self.graph.node(node).moves[place].step);
            self.add(to, line)
        });
        self.graph.node_mut(node).moves[place].child = Some(child);
        let after = self.values();
        let changed =
            (1..after.len()).rev().filter(|place| before.get(*place) != after.get(*place));
        let changed = changed.map(|place| format!("{} {}", self.names[place], after[place]));
        format!("{described}: {}; {}", after[0], changed.collect::<Vec<_>>().join(", "))
    }

    fn grow_times(&mut self, times: usize) -> Vec<String> {
        (0..times).map(|_| self.grow()).collect()
    }

    /// The costs of all positions but the root.
    fn costs(&self) -> String {
        let costs = self.graph.solve(&self.rules).costs;
        let costs = self.names.iter().zip(costs).skip(1);
        costs.map(|(name, cost)| format!("{name} {cost:.3}")).collect::<Vec<_>>().join(", ")
    }

    /// The next choices, each reserved before the one after it.
    fn next(&self, count: usize) -> Vec<String> {
        let choices = choices(&self.graph, &self.rules);
        choices.into_iter().take(count).map(|chosen| self.describe(chosen)).collect()
    }
}

#[test]
fn the_golden_book_grows_by_losses() {
    let mut book = GoldenBook::new([None; 3]);
    let expected = [
        "Ra 1: -0.4; A 0.6",
        "Rb 1: -0.1; B 0.1",
        "Bf 2: -0.3; D -0.3, B 0.3",
        "link Ad 2.6: -0.3; A 0.3",
        "A tenuki 2: -0.3; S 5.5, A 0.5",
        "Dj 3: -0.4; J 0.4, D -0.4, B 0.4",
    ];
    assert_eq!(book.grow_times(6), expected);
    assert_eq!(book.costs(), "A 1.200, B 1.000, D 2.000, S 2.200, J 3.000");
    // The first three are a tie.
    assert_eq!(book.next(4), ["Rc 3.2", "Ae 3.2", "So 3.2", "Bg 3.6"]);
}

#[test]
fn the_golden_book_grows_by_losses_and_games() {
    let mut book = GoldenBook::new([0.5, 0.1, 0.4].map(Some));
    let expected = [
        "Ra 1: -0.4; A 0.6",
        "Rb 1: -0.1; B 0.1",
        "Rc 1.916: -0.1; C 1.2",
        "Bf 2: -0.3; D -0.3, B 0.3",
        "link Ad 2.6: -0.3; A 0.3",
        "A tenuki 2: -0.3; S 5.5, A 0.5",
    ];
    assert_eq!(book.grow_times(6), expected);
    assert_eq!(book.costs(), "A 1.400, B 1.000, C 1.916, D 2.000, S 2.400");
    assert_eq!(book.next(1), ["Ch 2.916"]);
}

#[test]
fn shorter_lines_come_first_among_equals_then_the_text() {
    let second = node("CC", Some(0.0), vec![outside("AA", 0.0)]);
    let first = node("BB", Some(0.0), vec![outside("XX", 0.0), outside("SS", 0.0)]);
    let moves = vec![inside("CC", 1), inside("BB", 2), outside("XX", 0.5), outside("DD", 0.5)];
    let graph = graph([node("", Some(0.0), moves), second, first]);
    let expand = |node: usize, place: usize| GrowChoice::Expand { node, place };
    let expected = [expand(0, 3), expand(0, 2), expand(2, 1), expand(2, 0), expand(1, 0)];
    let found = choices(&graph, &GrowRules::go(0.0));
    assert!(found.iter().all(|chosen| chosen.cost == 2.0), "{found:?}");
    assert_eq!(found.iter().map(|chosen| chosen.choice).collect::<Vec<_>>(), expected);
}

#[test]
fn links_that_lead_back_carry_nothing() {
    let back = GrowMove { loss: Some(0.0), ..inside("XX", 0) };
    let to_itself = inside("CC", 1);
    let beside = GrowMove { loss: Some(0.5), ..inside("EE", 2) };
    let graph = graph([
        node("", Some(0.2), vec![inside("AA", 1)]),
        node("AA", Some(0.7), vec![back, to_itself, beside]),
        node("BB", Some(-9.0), vec![inside("FF", 1), inside("GG", 7)]),
    ]);
    let rules = GrowRules::go(6.0);
    let solution = graph.solve(&rules);
    // The best move of the second node leads back: the engine's value stays.
    assert_eq!(solution.values, [Some(-0.7), Some(0.7), Some(-9.0)]);
    assert_eq!(solution.costs, [0.0, 1.0, f64::INFINITY]);
    let worth = |place: usize| solution.worth(&graph, &rules, 1, place);
    assert_eq!([0, 1, 2, 3].map(worth), [Some(0.7), None, Some(0.7 - 0.5), None]);
    assert_eq!(solution.next(&graph, &rules, &HashSet::new()), None);
}

#[test]
fn nodes_without_a_value_are_evaluated_in_the_order_of_their_costs() {
    let rules = GrowRules::go(6.0);
    let unread = |text: &str| node(text, None, vec![outside("SS", 0.0)]);
    let evaluate = |graph: &GrowGraph| {
        let rounded = |cost: f64| (cost * 1e6).round() / 1e6;
        let found = choices(graph, &rules).into_iter();
        found.map(|it| (it.choice, rounded(it.cost))).collect::<Vec<_>>()
    };
    let shared = GrowMove { share: Some((-2.0f64).exp()), ..inside("BB", 2) };
    let mut graph = graph([
        node("", None, vec![inside("AA", 1), shared, inside("CC", 3)]),
        unread("AA"),
        unread("BB"),
        GrowNode { proven: Some(4.0), ..unread("CC") },
        unread("DD"),
    ]);
    // Without values a move costs as much as the worst one that engines propose, or its rarity.
    // Proven nodes and those that no link leads to are left alone.
    let expected =
        [(0, 0.0), (2, 3.0), (1, 7.0)].map(|(it, cost)| (GrowChoice::Evaluate(it), cost));
    assert_eq!(evaluate(&graph), expected);
    assert_eq!(graph.solve(&rules).values, [Some(-4.0), None, None, Some(4.0), None]);
    // With a value of the root, a child without one is worth what the engine says of the move.
    graph.node_mut(0).value = Some(1.0);
    graph.node_mut(0).moves[0].loss = Some(0.25);
    assert_eq!(graph.solve(&rules).values[0], Some(0.75));
    let expected = [(1, 1.0), (2, 3.0)].map(|(it, cost)| (GrowChoice::Evaluate(it), cost));
    assert_eq!(evaluate(&graph), expected);
    assert!(choices(&GrowGraph::new(), &rules).is_empty());
}

#[test]
fn a_proven_node_has_its_value_whatever_follows() {
    let proven = GrowNode {
        proven: Some(0.5),
        ..node("AA", Some(0.1), vec![inside("BB", 2), outside("CC", 0.0)])
    };
    let graph = graph([
        node("", Some(0.0), vec![inside("AA", 1)]),
        proven,
        node("AABB", Some(-3.0), vec![outside("DD", 0.0)]),
    ]);
    let rules = GrowRules::five();
    assert_eq!(graph.solve(&rules).values, [Some(-0.5), Some(0.5), Some(-3.0)]);
    let only = ChosenGrowth { choice: GrowChoice::Expand { node: 2, place: 0 }, cost: 3.0 };
    assert_eq!(choices(&graph, &rules), [only]);
}

#[test]
fn widths_are_those_of_each_game_by_level() {
    let widths = |rules: GrowRules| [0, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 99].map(|n| rules.width(n));
    assert_eq!(widths(GrowRules::go(6.0)), [8, 8, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2]);
    assert_eq!(widths(GrowRules::xiangqi()), [10, 10, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2]);
    let all = usize::MAX;
    assert_eq!(widths(GrowRules::five()), [all, all, all, all, 3, 3, 3, 3, 2, 2, 2, 2]);
}

#[test]
fn a_full_node_gets_one_more_child_if_its_best_one_is_bad() {
    let rules = GrowRules { widths: vec![(0, 2)].into(), ..GrowRules::go(6.0) };
    let played = GrowMove { counts_for_width: false, ..outside("FF", 1.5) };
    let root = |first: GrowMove| {
        let second = inside("BB", 2);
        let moves = vec![first, second, outside("DD", 0.5), outside("CC", 0.0), played.clone()];
        node("", Some(0.0), moves)
    };
    let places = |first: GrowMove, worth: f64| {
        let leaf = |text: &str| node(text, Some(-worth), vec![]);
        places_of_root(&graph([root(first), leaf("AA"), leaf("BB")]), &rules)
    };
    assert_eq!(places(inside("AA", 1), -1.0), [4], "full: only a move that needs no place");
    assert_eq!(places(inside("AA", 1), -1.5), [3, 4], "more than the margin below the engine");
    let uncounted = GrowMove { counts_for_width: false, ..inside("AA", 1) };
    assert_eq!(places(uncounted.clone(), -1.0), [3, 4], "one place left, not two");
    assert_eq!(places(uncounted, -1.5), [3, 2, 4]);
    let another = GrowMove { child: None, ..inside("AA", 1) };
    assert_eq!(places(another, -1.0), [3, 4], "moves outside take no place");
}

#[test]
fn bad_moves_are_added_where_people_play_them() {
    let rules = GrowRules::go(6.0);
    let places = |played: GrowMove, rules: &GrowRules| {
        places_of_root(&graph([node("", Some(0.0), vec![played])]), rules)
    };
    let shared =
        |loss: Option<f64>, share: f64| GrowMove { loss, share: Some(share), ..outside("AA", 0.0) };
    assert_eq!(places(outside("AA", 3.0), &rules), [0]);
    assert_eq!(places(outside("AA", 3.5), &rules), [0; 0]);
    assert_eq!(places(shared(Some(3.5), 0.1), &rules), [0]);
    assert_eq!(places(shared(Some(3.5), 0.0), &rules), [0; 0], "in no game");
    assert_eq!(places(shared(None, 0.1), &rules), [0]);
    assert_eq!(places(GrowMove { loss: None, ..outside("AA", 0.0) }, &rules), [0; 0]);
    assert_eq!(places(GrowMove { may_grow: false, ..outside("AA", 0.0) }, &rules), [0; 0]);
    let judging = GrowRules { adds_moves: false, ..rules.clone() };
    assert_eq!(places(outside("AA", 0.0), &judging), [0; 0]);
    let short = |most: usize| GrowRules { max_steps: Some(most), ..rules.clone() };
    assert_eq!(places(outside("AA", 0.0), &short(0)), [0; 0]);
    assert_eq!(places(outside("AA", 0.0), &short(1)), [0]);
}

/// The cost of Black's first move, which loses half a point, with something changed.
fn cost(rules: &GrowRules, change: impl Fn(&mut GrowMove)) -> f64 {
    let mut played = outside("BB", 0.5);
    change(&mut played);
    let graph = graph([node("", Some(0.0), vec![outside("AA", 0.0), played])]);
    let mut found = choices(&graph, rules).into_iter();
    let expected = GrowChoice::Expand { node: 0, place: 1 };
    found.find(|chosen| chosen.choice == expected).unwrap().cost
}

#[test]
fn a_step_costs_a_ply_and_the_lesser_of_loss_and_rarity() {
    let go = GrowRules::go(6.0);
    let (black, white) = (Some(Color::Black), Some(Color::White));
    assert_eq!(cost(&go, |_| ()), 2.0);
    assert_eq!(cost(&go, |it| it.is_forced = true), 1.25);
    assert_eq!(cost(&GrowRules { side: black, ..go.clone() }, |_| ()), 5.0);
    assert_eq!(cost(&GrowRules { side: white, ..go.clone() }, |_| ()), 2.0);
    let nats = |nats: f64| move |it: &mut GrowMove| it.share = Some((-nats).exp());
    let is_near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
    assert!(is_near(cost(&go, nats(0.75)), 1.75));
    assert!(is_near(cost(&go, nats(1.5)), 2.0));
    assert!(is_near(cost(&GrowRules { gamma: 2.0, ..go.clone() }, nats(0.25)), 1.5));
    assert!(is_near(cost(&GrowRules { side: black, ..go.clone() }, nats(1.5)), 2.5));
    let unknown = |it: &mut GrowMove| {
        it.loss = None;
        it.share = Some((-4.0f64).exp());
    };
    assert!(is_near(cost(&go, unknown), 5.0));
    let loses = |it: &mut GrowMove| it.loss = Some(0.125);
    assert_eq!(cost(&GrowRules::xiangqi(), loses), 4.125);
}

/// The value of each node by the definition, computed until nothing changes.
fn plain_values(graph: &GrowGraph, rules: &GrowRules) -> Vec<Option<f64>> {
    let mut values: Vec<Option<f64>> = vec![None; graph.len()];
    loop {
        let value = |node: &GrowNode| {
            let worth = |played| plain_worth(graph, rules, &values, node, played);
            let best = node.moves.iter().filter_map(worth).max_by(f64::total_cmp);
            node.proven.or(best).or(node.value)
        };
        let better: Vec<Option<f64>> = graph.nodes.iter().map(value).collect();
        if better == values {
            return values;
        }
        values = better;
    }
}

fn is_carrying(graph: &GrowGraph, node: &GrowNode, child: usize) -> bool {
    graph.node(child).line.len() > node.line.len()
}

fn plain_worth(
    graph: &GrowGraph,
    rules: &GrowRules,
    values: &[Option<f64>],
    node: &GrowNode,
    played: &GrowMove,
) -> Option<f64> {
    if let Some(child) = played.child
        && is_carrying(graph, node, child)
        && let Some(value) = values[child]
    {
        return Some(if played.step.is_tenuki() { -value + rules.tenuki } else { -value });
    }
    Some(node.value? - played.loss?)
}

/// The cost of each node by the definition, computed until nothing changes.
fn plain_costs(graph: &GrowGraph, rules: &GrowRules) -> Vec<f64> {
    let values = plain_values(graph, rules);
    let mut costs = vec![f64::INFINITY; graph.len()];
    costs[0] = 0.0;
    loop {
        let before = costs.clone();
        for (number, node) in graph.nodes.iter().enumerate() {
            for played in &node.moves {
                let Some(child) = played.child.filter(|child| is_carrying(graph, node, *child))
                else {
                    continue;
                };
                let factor = if Some(node.to_play) == rules.side { 4.0 } else { 1.0 };
                let rarity =
                    played.share.filter(|share| *share > 0.0).map(|share| (1.0 / share).ln());
                let behind = match plain_worth(graph, rules, &values, node, played) {
                    Some(worth) => {
                        let loss = (values[number].unwrap() - worth).max(0.0);
                        let rarity = rarity.unwrap_or(f64::INFINITY);
                        (rules.alpha * factor * loss).min(rules.gamma * rarity)
                    }
                    None => rarity.map_or(rules.alpha * rules.loss, |it| rules.gamma * it),
                };
                let ply = if played.is_forced { 0.25 } else { 1.0 };
                costs[child] = costs[child].min(costs[number] + ply + behind);
            }
        }
        if before == costs {
            return costs;
        }
    }
}

/// Graphs with transpositions, and links to all levels.
fn any_graph() -> impl Strategy<Value = GrowGraph> {
    let tenths = |least: i32| (least..30).prop_map(|tenths| f64::from(tenths) / 10.0);
    let share = (0u8..=4).prop_map(|quarters| f64::from(quarters) / 4.0);
    let diagonal = (0u8..19).prop_filter_map("in the corner", |u| Step::corner(u, u));
    let played = (
        prop_oneof![Just(Step::TENUKI), diagonal],
        proptest::option::of(0usize..12),
        proptest::option::of(tenths(0)),
        proptest::option::of(share),
        any::<[bool; 2]>(),
    );
    let played = played.prop_map(|(step, child, loss, share, [is_forced, may_grow])| GrowMove {
        step,
        child,
        loss,
        share,
        is_forced,
        may_grow,
        counts_for_width: false,
    });
    let moves = proptest::collection::vec(played, 0..6);
    let value = proptest::option::of(tenths(-30));
    let proven = proptest::option::weighted(0.1, tenths(-30));
    let node = (0usize..6, any::<bool>(), value, proven, moves);
    let node = node.prop_map(|(level, is_black, value, proven, moves)| {
        let line = (0..level).filter_map(|_| Step::corner(3, 3)).collect();
        let to_play = if is_black { Color::Black } else { Color::White };
        GrowNode { line, to_play, value, proven, moves }
    });
    proptest::collection::vec(node, 1..12).prop_map(|mut nodes| {
        let count = nodes.len();
        nodes[0].line = Line::new();
        let moves = nodes.iter_mut().flat_map(|node| &mut node.moves);
        moves.for_each(|played| played.child = played.child.map(|child| child % count));
        graph(nodes)
    })
}

/// Whether an outside move is to be offered by the definition.
fn is_open(rules: &GrowRules, played: &GrowMove) -> bool {
    let is_known = played.loss.is_some_and(|loss| loss <= rules.loss);
    let is_played = played.share.is_some_and(|share| share > 0.0);
    played.child.is_none() && played.may_grow && (is_known || is_played)
}

proptest! {
    #[test]
    fn values_and_costs_are_those_of_the_definition(graph in any_graph()) {
        let rules = GrowRules { side: Some(Color::White), ..GrowRules::go(6.0) };
        let solution = graph.solve(&rules);
        prop_assert_eq!(&solution.values, &plain_values(&graph, &rules));
        for (found, expected) in solution.costs.iter().zip(plain_costs(&graph, &rules)) {
            prop_assert!(*found == expected || (found - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn choices_are_all_that_is_open_in_the_order_of_their_costs(graph in any_graph()) {
        let rules = GrowRules { loss: 1.5, ..GrowRules::go(6.0) };
        let found = choices(&graph, &rules);
        prop_assert!(found.is_sorted_by(|one, other| one.cost < other.cost + 1e-8));
        let solution = graph.solve(&rules);
        let mut expected = HashSet::new();
        for (number, node) in graph.nodes.iter().enumerate() {
            if node.proven.is_some() || solution.costs[number].is_infinite() {
                continue;
            }
            if node.value.is_none() {
                expected.insert(GrowChoice::Evaluate(number));
                continue;
            }
            let places = (0..node.moves.len()).filter(|place| is_open(&rules, &node.moves[*place]));
            expected.extend(places.map(|place| GrowChoice::Expand { node: number, place }));
        }
        prop_assert_eq!(found.iter().map(|it| it.choice).collect::<HashSet<_>>(), expected);
    }
}
