// Entry point of the page.
import "./style/page.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { shown } from "./game/line";
import { followAddress, line } from "./state/place";
import { App } from "./view/App";

followAddress();
effect(() => {
  const moves = shown(line.value).map((move) => move.point);
  document.title = moves.length > 0 ? `${moves.slice(-4).join(" ")} · Joseki` : "Joseki";
});
const page = document.getElementById("page");
if (page) render(<App />, page);
