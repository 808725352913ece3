// Effects of a change on moves: each field before and after, in the canonical frame.
import type { NodeChange } from "../api/types";
import { valueText } from "../game/told";
import { showLine } from "../state/showing";
import { textOf } from "../text/forms";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { useTask } from "./task";

interface NodesProps {
  readonly book: string;
  readonly nodes: readonly NodeChange[];
  /** Whether to show the lines, with buttons to put them on the board. */
  readonly shows: boolean;
}

export function NodeChanges({ book, nodes, shows }: NodesProps) {
  const show = useTask();
  if (nodes.length === 0) return <p class="faint">{t.history.nothingChanged}</p>;
  return (
    <>
      {show.problem && <Failure problem={show.problem} />}
      <ul class="node-changes">
        {nodes.map((node) => (
          <li key={node.line}>
            {shows && (
              <>
                <code>{node.line || t.history.emptyCorner}</code> {textOf(t.history.nodeChanges, node.change)}{" "}
                <button type="button" class="more" disabled={show.busy} aria-label={t.history.showLine(node.line)} onClick={() => show.run(() => showLine(book, node.line))}>
                  {t.words.show}
                </button>
              </>
            )}
            {!shows && node.change !== "changed" && <span>{textOf(t.history.nodeChanges, node.change)}</span>}
            {node.fields.length > 0 && <FieldTable node={node} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldTable({ node }: { readonly node: NodeChange }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.history.field}</th>
          <th scope="col">{t.history.before}</th>
          <th scope="col">{t.history.after}</th>
        </tr>
      </thead>
      <tbody>
        {node.fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{textOf(t.history.fields, field)}</th>
            <td>{valueText(before) || <span class="faint">{t.words.empty}</span>}</td>
            <td>{valueText(after) || <span class="faint">{t.words.empty}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
