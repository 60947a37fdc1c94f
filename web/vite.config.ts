import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built page goes into the Python package, which serves it. Only `dependencies` are needed to build:
// what tests and checks need is in vitest.config.ts.
// `vite build --mode site` builds the page whose tables run in a web worker (`dev.py site`).
const connect = (mode: string): string => (mode === 'site' ? '/src/offline/connect.ts' : '/src/net/connect.ts');

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: '/',
  resolve: { alias: { $connect: connect(mode) } },
  worker: { format: 'es' },
  build: {
    outDir: '../src/carrom/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev` draws the page; a server started with `carrom serve` plays.
  server: { fs: { allow: ['..'] }, proxy: { '/games': 'http://127.0.0.1:8137', '/ws': { target: 'ws://127.0.0.1:8137', ws: true } } },
}));
