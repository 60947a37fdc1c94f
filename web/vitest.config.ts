import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'], alias: { $connect: '/src/net/connect.ts' } },
  test: { environment: 'node', include: ['tests/**/*.test.ts'], testTimeout: 30_000, css: { include: [/tokens\.css/] } },
});
