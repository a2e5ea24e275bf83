import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cataloguePlugin } from './catalogue-plugin.ts'

const folder = fileURLToPath(new URL('../harness/', import.meta.url))

/** Pages outside the product that show one part of it without a server; they are not in the product's build. */
export default defineConfig({
  root: folder,
  base: './',
  publicDir: fileURLToPath(new URL('../public/', import.meta.url)),
  plugins: [react(), cataloguePlugin()],
  build: { target: 'es2023', emptyOutDir: true, rolldownOptions: { input: `${folder}timeline.html` } },
})
