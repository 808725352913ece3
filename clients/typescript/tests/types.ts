// What a type checker must accept and refuse; compiled, never run.
import { Client } from "../dist/index.js";

export async function questions(joseki: Client): Promise<void> {
  const answer = await joseki.next({ moves: [["B", "Q16"]], class: "dan" });
  const verdict: string | null | undefined = answer.moves[0]?.verdict;
  const lines = await joseki.request("get", "/v1/books/{book}/lines", { path: { book: "main" }, query: { limit: 3 } });
  const line: string | undefined = lines.lines[0]?.line;
  const deleted: null = await joseki.request("delete", "/v1/tables/{table}", { path: { table: "t" } });
  void [verdict, line, deleted];
  // @ts-expect-error: misspelt field
  await joseki.next({ mves: [] });
  // @ts-expect-error: no such address
  await joseki.request("get", "/v1/nexxt");
  // @ts-expect-error: not with this method
  await joseki.request("delete", "/v1/next");
  // @ts-expect-error: no such field
  void answer.nothing;
}
