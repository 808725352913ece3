// What the search box found: small boards with the names.
import { useEffect, useRef } from "preact/hooks";
import type { FoundNode } from "../api/types";
import { positionOf } from "../game/board";
import { shown } from "../game/line";
import { rangeOf, usualView } from "../game/range";
import { sourceOf, targetOf } from "../game/vertex";
import { chosenIndex, found, lineTo, nodes, openNode } from "../state/named";
import "../style/named.css";
import { ownName, t } from "../text/text";
import { Failure } from "./Failure";
import { Picture } from "./Picture";
import { othersOf } from "./words";

/** Width of a small board, in pixels. */
const WIDTH = 120;

export function NamedFound() {
  const list = useRef<HTMLUListElement>(null);
  const now = found.now.value;
  const chosen = chosenIndex.value;
  useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [chosen, now]);
  if (now.state === "failed") return <Failure problem={now.problem} again={found.again} />;
  if (now.state !== "answered") return <p class="named-none">{t.named.searching}</p>;
  if (now.value.total === 0) return <p class="named-none">{t.named.nothing}</p>;
  const more = now.value.total - nodes.value.length;
  return (
    <div class="named-list">
      <ul role="listbox" aria-label={t.named.found} ref={list}>
        {nodes.value.map((node, index) => (
          <li key={node.line} id={`named-${index}`} role="option" aria-selected={index === chosen} onClick={() => openNode(node)} onPointerMove={() => (chosenIndex.value = index)}>
            <SmallBoard node={node} />
            <span>
              <strong>{nameOf(node)}</strong>
              {whereOf(node) && <small>{whereOf(node)}</small>}
              {node.games > 0 && <small>{t.words.gamesCount(node.games)}</small>}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="named-none">{t.named.more(more)}</p>}
    </div>
  );
}

/** The board after the line, as far as the usual view shows it. */
function SmallBoard({ node }: { readonly node: FoundNode }) {
  const line = lineTo(node);
  const range = rangeOf(line, usualView(line));
  const last = shown(line).at(-1)?.point ?? "pass";
  return (
    <Picture
      position={positionOf(line)}
      range={range}
      vertexSize={WIDTH / (range.x[1] - range.x[0] + 2)}
      ahead={[]}
      texts={[]}
      isNumbered={false}
      last={[targetOf(last, line), sourceOf(last, line)].filter((vertex) => vertex !== null)}
      arrows={[]}
      paint={null}
    />
  );
}

function nameOf(node: FoundNode): string {
  const { opening } = node;
  return ownName(node.names) ?? (opening ? `${opening.code} ${t.words.openingInShort(opening)}` : (node.before[0] ?? t.named.nameless));
}

/** Returns what besides the name has the words. */
function whereOf(node: FoundNode): string {
  if (node.found === "comment") return node.excerpt ?? "";
  if (node.found === "tag") return node.tags.join(", ");
  return othersOf(node.names);
}
