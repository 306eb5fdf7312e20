import { mount } from "svelte";
import App from "./App.svelte";
import { startInstaller } from "./shell/pwa-install.svelte";
import { startRouter } from "./shell/router.svelte";
import "./style/base.css";
import "./style/tokens.css";

startRouter();
startInstaller();
mount(App, { target: document.getElementById("app") as HTMLElement });
