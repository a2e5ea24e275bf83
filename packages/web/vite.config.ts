import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cataloguePlugin } from './vite/catalogue-plugin.ts'
import { compressPlugin } from './vite/compress-plugin.ts'
import { pagesPlugin } from './vite/pages-plugin.ts'

/** In development the app is served by Vite and everything that belongs to the server is passed to it. */
const server = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

const sourcePlugins = () => [react(), cataloguePlugin()]

export default defineConfig({
  plugins: [sourcePlugins(), pagesPlugin(sourcePlugins), compressPlugin()],
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/ocr': server,
      '/collaboration': { target: server, ws: true },
      '/socket': { target: server, ws: true },
      '/live': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A screen receives only its own texts: `texts.ts` would otherwise become a part of the first view of its feature.
    rolldownOptions: { optimization: { inlineConst: { mode: 'all' } } },
  },
})
