import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The player of published replays: one classic script with everything in it, so that it runs from any folder.
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  assetsInclude: ['**/*.f64', '**/*.wasm'],
  build: {
    outDir: '../src/carrom/static/replay',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/record_player/main.ts', formats: ['iife'], name: 'carromRecordPlayer', fileName: () => 'replay.js' },
  },
});
