import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cataloguePlugin } from './vite/catalogue-plugin.ts'
import { compressPlugin } from './vite/compress-plugin.ts'
import { preloadPlugin } from './vite/preload-plugin.ts'

/** In development the app is served by Vite and everything that belongs to the server goes on to it. */
const server = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), cataloguePlugin(), preloadPlugin(), compressPlugin()],
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/collaboration': { target: server, ws: true },
      '/socket': { target: server, ws: true },
      '/live': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs of others' code: one file that stays the same when ours changes.
            { name: 'core', tags: ['$initial'], test: /node_modules/ },
            // Fields and icon buttons, on the sign-in page and on nearly all others.
            {
              name: 'fields',
              test: /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton)\/|IconEye(Off)?\.mjs/,
            },
            // Menus and all else that floats: with the frame of the signed-in app.
            {
              name: 'overlays',
              test: /@floating-ui|@mantine\/core\/esm\/(components\/(Menu|Popover|Tooltip|Portal|FocusTrap)|utils\/Floating)\//,
            },
            // One file instead of one request an icon; what one or two pages alone show goes with them.
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 3 },
            {
              name: 'parts',
              test: /src\/ui\/(chip|person-|workspace-mark|banner|relative-time|time-format|use-narrow)/,
            },
            // What of ours every page needs: in one file it is smaller than in a dozen.
            { name: 'base', tags: ['$initial'], test: /packages\/(web|shared)\/src\/|preload-helper/ },
          ],
        },
      },
    },
  },
})
