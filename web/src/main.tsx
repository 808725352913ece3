// Entry point of the page.
import "./style/page.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { followLanguage } from "./state/language";
import { alert, title } from "./state/names";
import { followAddress, look } from "./state/place";
import { App } from "./view/App";
import { Embedded } from "./view/Embedded";

followAddress();
const canDraw = followLanguage();
effect(() => {
  const text = alert.value ?? title.value;
  if (text !== null) document.title = text ? `${text} – Joseki` : "Joseki";
});
const page = document.getElementById("page");
void canDraw.then(() => page && render(look.peek().embed ? <Embedded /> : <App />, page));
