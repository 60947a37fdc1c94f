import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built page goes into the Python package, which serves it. Only `dependencies` are needed to build:
// what tests and checks need is in vitest.config.ts.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/carrom/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev` draws the page; a server started with `carrom serve` plays.
  server: { fs: { allow: ['..'] }, proxy: { '/games': 'http://127.0.0.1:8137', '/ws': { target: 'ws://127.0.0.1:8137', ws: true } } },
});
