// Entry point of the page.
import "./style/page.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { title } from "./state/names";
import { followAddress, look } from "./state/place";
import { App } from "./view/App";
import { Embedded } from "./view/Embedded";

followAddress();
effect(() => {
  if (title.value !== null) document.title = title.value ? `${title.value} – Joseki` : "Joseki";
});
const page = document.getElementById("page");
if (page) render(look.peek().embed ? <Embedded /> : <App />, page);
