import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `thermodon serve` listens unless told otherwise. */
const SERVER = "http://127.0.0.1:8642";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // The content-security policy allows nothing inline, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is bundled asks that its licence comes along.
    license: { fileName: "licences.md" },
  },
  // The recorded results lie beside the page.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
