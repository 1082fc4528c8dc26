/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env["GUTSHOT_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
  build: { target: "es2022", sourcemap: false, assetsInlineLimit: 0 },
  server: {
    // The server compares Origin with Host, so the proxy keeps both as the browser sent them.
    proxy: { "/api": { target: server, ws: true, changeOrigin: false } },
  },
  test: { environment: "jsdom", globals: false, setupFiles: ["tests/setup.ts"], include: ["tests/**/*.test.{ts,tsx}"] },
});
