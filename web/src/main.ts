import { mount } from "svelte";
import App from "./App.svelte";
import { loadAbout } from "./play/about.svelte";
import { startRouter } from "./shell/router.svelte";
import "./style/tokens.css";
import "./style/base.css";

startRouter();
loadAbout();
mount(App, { target: document.getElementById("app") as HTMLElement });
