import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cataloguePlugin } from './vite/catalogue-plugin.ts'
import { compressPlugin } from './vite/compress-plugin.ts'
import { preloadPlugin } from './vite/preload-plugin.ts'

/** In development the app is served by Vite and everything that belongs to the server goes on to it. */
const server = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

const screenParts: [name: string, modules: RegExp][] = [
  ['sheet', /src\/(company\/company-mark|ui\/sheet\.|platform\/until-loaded)/],
  ['outside', /src\/(user\/auth|ui\/use-checked-form)/],
  [
    'frame',
    /src\/(app\/shell\/(header\.module|open-shortcuts|user-menu\.)|company\/(company-arrival|open-create-company|standing-guard)|notification\/(owner|panel-state)|article\/(open-create-article|draft-count)|workspace\/open-create-workspace|ui\/(command-key|later|menu-button|tooltip\.|use-close-on-visit|use-online)|platform\/when-idle)/,
  ],
  [
    'text',
    /src\/(article\/(article-address|article-facts|article-links|article-states|article-tags|article-view\.module|mode-choice|note-cards|reading-tabs|reading-time|text-excerpt|(article|article-mode|text-tab)\.rules)|note\/(note-text|note-files\.module|note-formats|reachable-parts|find\/use-find)|writing\/(index|mention\/mention-place)|ui\/(copy-text|tabs|walk-tabs)|video\/lazy-article-video|error\/)/,
  ],
  [
    'tree',
    /@tanstack\/(react-virtual|virtual-core)|src\/(workspace\/(article-filter|article-panel|article-sidebar|favorite-star|last-article|shared\/lazy|use-leave-when-hidden|workspace-page-menu\.|tree\/(archived-shown|article-place|article-row|article-tree|focus-tree|folded|paragraph-row|tree-|tree\.|virtual-tree))|article\/(busy|lazy-article-item-menu)|ui\/(panel-width|second-sidebar))/,
  ],
  [
    'beside',
    /src\/(article\/(copy-article-link|use-timeline-talk)|comment\/(comment-pages|comment\.(limits|queries)|comments-(button|side)|page-player|panel-state|quote-places|use-asked-comment|quotes\/(note-on-screen|quote-guide|quoted-note|quotes))|notification\/live\.|video\/(download-recording\.|save-file|use-downloads|reactions\/reaction\.queries))/,
  ],
]

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
              test: /@floating-ui|@mantine\/core\/esm\/(components\/(Menu|Popover|Tooltip)|utils\/Floating)\//,
            },
            // One file instead of one request an icon; what one or two pages alone show goes with them.
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 3 },
            {
              name: 'parts',
              test: /src\/ui\/(chip|person-|workspace-mark|banner|relative-time|time-format|use-narrow)/,
            },
            // What of ours every page needs: in one file it is smaller than in a dozen.
            { name: 'base', tags: ['$initial'], test: /packages\/(web|shared)\/src\/|preload-helper/ },
            // What several pages have of one part of the screen: one file each, where there were thirty of a few lines.
            ...screenParts.map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
})
