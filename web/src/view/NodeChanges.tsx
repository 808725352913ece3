// Effects of a change on moves: each field before and after, in the canonical frame.
import type { NodeChange } from "../api/types";
import { valueText } from "../game/told";
import { showLine } from "../state/showing";
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
  if (nodes.length === 0) return <p class="faint">No move changed.</p>;
  return (
    <>
      {show.problem && <Failure problem={show.problem} />}
      <ul class="node-changes">
        {nodes.map((node) => (
          <li key={node.line}>
            {shows && (
              <>
                <code>{node.line || "the empty corner"}</code> {node.change}{" "}
                <button type="button" class="more" disabled={show.busy} onClick={() => show.run(() => showLine(book, node.line))}>
                  Show<span class="unseen"> {node.line} on the board</span>
                </button>
              </>
            )}
            {!shows && node.change !== "changed" && <span>{node.change}</span>}
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
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {node.fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{valueText(before) || <span class="faint">empty</span>}</td>
            <td>{valueText(after) || <span class="faint">empty</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
