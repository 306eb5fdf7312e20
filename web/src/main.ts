import { mount } from "svelte";
import App from "./App.svelte";
import { startInstaller } from "./shell/install.svelte";
import { startRouter } from "./shell/router.svelte";
import "./style/tokens.css";
import "./style/base.css";

startRouter();
startInstaller();
mount(App, { target: document.getElementById("app") as HTMLElement });
