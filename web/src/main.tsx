// Entry point of the page.
import "./style/page.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { alert, title } from "./state/names";
import { followAddress, look } from "./state/place";
import { App } from "./view/App";
import { Embedded } from "./view/Embedded";

followAddress();
effect(() => {
  const text = alert.value ?? title.value;
  if (text !== null) document.title = text ? `${text} – Joseki` : "Joseki";
});
const page = document.getElementById("page");
if (page) render(look.peek().embed ? <Embedded /> : <App />, page);
