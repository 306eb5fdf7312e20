import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { markdown } from "./src/lab/markdown-plugin";

/** Default address of `thermodon serve`. */
const SERVER = "http://127.0.0.1:8642";

export default defineConfig({
  plugins: [svelte(), markdown()],
  build: {
    target: "es2022",
    // The content-security policy forbids inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Licenses of bundled packages.
    license: { fileName: "licenses.md" },
  },
  // Recorded results are outside of this folder.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER, ws: true } } },
  // One context for all files: a new one for each takes seconds.
  test: { include: ["src/**/*.test.ts"], isolate: false, pool: "threads" },
});
