// Runs the real program with a data directory of its own. Plain JavaScript, so that `measure.mjs`
// can use it.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PROGRAM = process.env.THERMODON ?? "../target/release/thermodon";

export class Server {
  url = "";
  /** Token of the owner, in the printed link; empty if none is needed. */
  token = "";
  #data = "";
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;

  /** Whether external engines are allowed. */
  #allowsEngines = false;

  static async start({ allowsEngines = false } = {}) {
    const server = new Server();
    server.#allowsEngines = allowsEngines;
    server.#data = await mkdtemp(join(tmpdir(), "thermodon-page-"));
    await server.run(0);
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /**
   * Starts the program on the data directory.
   * @param {number} port
   */
  async run(port) {
    const args = ["serve", "--port", String(port), "--no-browser", "--data-dir", this.#data];
    if (this.#allowsEngines) args.push("--allow-engines");
    const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const link = await new Promise((resolve, reject) => {
      let output = "";
      const listen = (/** @type {Buffer} */ chunk) => {
        output += chunk.toString();
        const link = /http:\/\/\S+(?=\n)/.exec(output);
        if (link) resolve(new URL(link[0]));
      };
      child.stdout?.on("data", listen);
      child.stderr?.on("data", listen);
      child.on("error", reject);
      child.on("exit", () => reject(new Error(`The server exited before printing its address: ${output}`)));
    });
    this.url = link.origin;
    this.token = link.searchParams.get("token") ?? "";
  }

  /** Link that gives a browser access. */
  get link() {
    return `${this.url}/?token=${this.token}`;
  }

  /** Link for guests, who may only read. */
  async guestLink() {
    const { guest } = JSON.parse(await readFile(join(this.#data, "tokens.json"), "utf8"));
    return `${this.url}/?token=${guest}`;
  }

  /** Kills the process without shutdown. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async stop() {
    await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}
