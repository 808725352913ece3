// Asks for the best move, reports a game as lost, and shows the changes of books as they come.
//
//     JOSEKI_KEY=jk_… node examples/bot.mjs http://127.0.0.1:8361
import { Client, JosekiError } from "joseki-client";

const joseki = new Client(process.argv[2]);
try {
  const moves = [["B", "Q16"], ["W", "O17"]];
  const answer = await joseki.next({ moves, opponent: "ina" });
  for (const move of answer.moves.slice(0, 3)) console.log(move.point, move.verdict ?? "-", move.names[0] ?? "");
  if (process.env.JOSEKI_KEY && answer.best) {
    const game = { game_id: `ina-${crypto.randomUUID()}`, opponent: "ina", color: answer.to_play, result: "loss" };
    const entered = await joseki.report({ ...game, moves: [...moves, [answer.to_play, answer.best]] });
    console.log(`${entered.status}: ${entered.learned} moves learned`);
  }
  for await (const event of joseki.followChanges({ signal: AbortSignal.timeout(500), after: "0" })) {
    console.log(event.name, event.data.book, event.data.version);
  }
} catch (error) {
  if (!(error instanceof JosekiError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
