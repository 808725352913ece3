"""The methods against a running server: JOSEKI_URL and JOSEKI_KEY (scope admin) say which.

JOSEKI_URL=http://127.0.0.1:8361 JOSEKI_KEY=jk_… python -m unittest discover tests
"""

from __future__ import annotations

import asyncio
import os
import unittest
import uuid

from joseki_client import AsyncClient, Client, Problem
from joseki_client.types import TableJson

URL = os.environ.get("JOSEKI_URL", "")
GAME = [("B", "Q16"), ("W", "O17"), ("B", "R14"), ("W", "R17")]


@unittest.skipUnless(URL, "JOSEKI_URL names no server")
class Server(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL)
        self.addCleanup(self.client.close)
        self.name = f"py-{uuid.uuid4().hex[:12]}"

    def test_questions(self) -> None:
        client = self.client
        self.assertEqual(client.next(moves=GAME[:2]).get("best"), "R14")
        answers = client.next_batch({"moves": GAME[:2]}, {"moves": [("B", "Z99")]})["answers"]
        self.assertEqual(["error" in answer for answer in answers], [False, True])
        self.assertIn("main", [book["name"] for book in client.list_books()["books"]])
        self.assertGreater(client.get_book()["nodes"], 1000)
        self.assertGreater(client.search(q="avalanche", limit=2)["total"], 0)
        self.assertEqual(len(client.list_lines(prefix="DDCF", limit=3)["lines"]), 3)
        self.assertEqual(client.get_node("DDCF")["line"], "DDCF")
        score = client.score(board_size=9, moves=[("B", "E5")], rules="chinese")
        self.assertEqual(score.get("winner"), "B")
        question = client.request("POST", "/v1/quiz", json={"player": self.name}, repeatable=True)
        self.assertIn("next", question)
        sgf = "(;SZ[19]PB[ann]PW[bob]RE[W+2];B[pd];W[nc];B[qc];W[qd];B[dp])"
        self.assertEqual(len(client.review(games=[sgf])["games"]), 1)
        with self.assertRaises(Problem) as raised:
            client.next(moves=[("B", "Q16"), ("W", "Q16")])
        self.assertEqual(
            (raised.exception.code, raised.exception.field), ("illegal_move", "moves[1]")
        )

    def test_the_best_move(self) -> None:
        self.assertEqual(self.client.best(moves="Q16,O17").get("move"), "R14")

    def test_results(self) -> None:
        client, game_id = self.client, self.name
        entered = client.report(
            game_id=game_id, opponent=game_id, color="B", result="loss", moves=GAME
        )
        self.assertEqual((entered["status"], entered["learned"]), ("counted", 4))
        self.assertEqual(client.get_opponent(game_id)["lost"], 1)
        self.assertEqual(client.get_result(game_id)["result"], "loss")
        many = client.report_many(
            {"game_id": game_id, "opponent": game_id, "color": "B", "result": "win", "moves": GAME}
        )
        self.assertEqual(many["refused"], 1)
        client.correct_result(game_id, opponent=game_id, color="B", result="win", moves=GAME)
        client.withdraw_result(game_id)
        self.assertEqual(client.get_opponent(game_id)["games"], 0)

    def test_editing(self) -> None:
        client, book = self.client, self.name
        sgf = "(;SZ[19];B[pd];W[nc];B[qf])"
        self.assertTrue(client.import_sgf(book, sgf, source="club")["changed"])
        node = client.get_node("DDCF", book=book)
        client.patch_node("DDCF", {"verdict": "good"}, if_match=node["revision"], book=book)
        with self.assertRaises(Problem) as raised:
            client.patch_node("DDCF", {"verdict": "good"}, if_match=node["revision"], book=book)
        self.assertEqual(raised.exception.code, "precondition_failed")
        created = client.put_node("CC", {"names": ["3-3 point"]}, book=book, key=self.name)
        again = client.put_node("CC", {"names": ["3-3 point"]}, book=book, key=self.name)
        self.assertEqual(created.get("change"), again.get("change"))
        client.edit(book, edits=[{"op": "add", "line": "DC"}], reason="test")
        client.delete_node("CC", if_match="*", book=book)
        change = client.list_changes(book=book, limit=1)["changes"][0]
        self.assertEqual(client.get_change(change["id"])["deleted"], 1)
        client.revert(book, change=change["id"])
        self.assertIn(b"3-3 point", client.export(book))
        client.copy_book(book, f"{book}-2")
        for name in (book, f"{book}-2"):
            client.delete_book(name)

    def test_changes_are_followed(self) -> None:
        events = self.client.follow_changes(after="0")
        self.assertEqual(next(events).name, "change")
        with Client(URL) as other:
            other.create_book(self.name)
        event = next(event for event in events if event.data["book"] == self.name)
        self.assertEqual((event.data["kind"], event.data["version"]), ("create", 1))

    def test_a_table(self) -> None:
        async def run() -> None:
            async with AsyncClient(URL) as client:
                made = await client.create_table(game="gomoku", white="engine", seconds=0.1)
                black = made["tokens"].get("black") or ""
                events = client.follow_table(made["tokens"]["watch"])
                first: TableJson = (await anext(events)).data
                self.assertEqual(first["moves"], [])
                await client.act(black, action="play", move="h8", version=first["version"])
                async for event in events:
                    if event.name == "table" and len(event.data["moves"]) == 2:
                        break
                await client.act(black, action="resign")
                self.assertEqual((await client.get_table(black))["phase"], "over")
                self.assertIn(b"B[hh]", await client.get_table_record(black))
                await client.delete_table(black)
                async for event in events:
                    self.assertNotEqual(event.name, "restart")
                with self.assertRaises(Problem):
                    await client.get_table(black)

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
