// Who may import whom. A broken rule prints its comment: the reason, not only the name.
const test = '(\\.test\\.tsx?|\\.builder\\.ts|\\.fixture\\.ts)$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'shared-stands-alone',
      comment: 'Everything rests on shared; what it imported would be dragged into every package.',
      severity: 'error',
      from: { path: '^packages/shared/' },
      to: { path: '^packages/(?!shared/)' },
    },
    {
      name: 'shared-runs-anywhere',
      comment: 'shared runs in Node, browsers and extensions: neither Node modules nor a screen or server library.',
      severity: 'error',
      from: { path: '^packages/shared/src/', pathNot: test },
      to: {
        path: '^node_modules/(react|react-dom|@mantine|@tanstack|@tiptap/react|fastify|@fastify|kysely|pg|pg-boss|@hocuspocus)(/|$)',
      },
    },
    {
      name: 'shared-needs-no-node',
      comment: 'shared runs in Node, browsers and extensions: neither Node modules nor a screen or server library.',
      severity: 'error',
      from: { path: '^packages/shared/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-knows-only-shared',
      comment: 'The server is deployed without the screens; what both need belongs in shared.',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: '^packages/server/src/meeting/bot/' },
      to: { path: '^packages/(?!server/|shared/)' },
    },
    {
      name: 'meeting-bot-uploads-as-pages-do',
      comment: 'The meeting bot uses the uploader of the recorder, which needs no browser; its capture does.',
      severity: 'error',
      from: { path: '^packages/server/src/meeting/bot/' },
      to: { path: '^packages/(?!server/|shared/|recorder/src/upload/)' },
    },
    {
      name: 'web-knows-shared-and-recorder',
      comment:
        'Server code in the browser would carry secrets and weight with it; they meet in the catalogue of calls.',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/(?!web/|shared/|recorder/)' },
    },
    {
      name: 'web-needs-no-node',
      comment: 'There is no Node in a browser.',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'extension-knows-shared-and-recorder',
      comment: 'The extension runs beside other people’s pages: no screens of the product and no server code in it.',
      severity: 'error',
      from: { path: '^packages/extension/' },
      to: { path: '^packages/(?!extension/|shared/|recorder/)' },
    },
    {
      name: 'recorder-knows-only-shared',
      comment: 'The recorder is used by the screens, the extension and the meeting bot, so it can know none of them.',
      severity: 'error',
      from: { path: '^packages/recorder/' },
      to: { path: '^packages/(?!recorder/|shared/)' },
    },
    {
      name: 'recorder-needs-no-node',
      comment: 'There is no Node in a browser.',
      severity: 'error',
      from: { path: '^packages/recorder/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'platform and ui know no word of the product; a feature hands in what they need to call.',
      severity: 'error',
      from: { path: '^packages/(server|web)/src/(platform|ui)/', pathNot: test },
      to: { path: '^packages/$1/src/', pathNot: '^packages/$1/src/(platform|ui)/' },
    },
    {
      name: 'feature-knows-no-app',
      comment: 'main and app put the features together; a feature that looked back at them could not be tested alone.',
      severity: 'error',
      from: { path: '^packages/(server|web)/src/', pathNot: ['^packages/(server|web)/src/(app/|main\\.)', test] },
      to: { path: '^packages/$1/src/(app/|main\\.)' },
    },
    {
      name: 'feature-through-its-door',
      comment: 'A feature meets another only through its index.ts, so that the rest of it can change freely.',
      severity: 'error',
      from: { path: '^packages/(server|web)/src/(?!app/|platform/|ui/)([^/]+)/', pathNot: test },
      to: {
        path: '^packages/$1/src/[^/]+/',
        pathNot: ['^packages/$1/src/($2|app|platform|ui)/', '^packages/$1/src/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Builders and tests may break and may be slow; the product must not depend on them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: [test, '^packages/server/src/app/demo/'] },
      to: { path: [test, '^packages/[^/]+/test/'] },
    },
    {
      name: 'no-development-library-in-the-product',
      comment: 'An installation without development dependencies would not start.',
      severity: 'error',
      from: { path: '^packages/(server|shared)/src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycle',
      comment: 'Files that need each other are one file in several pieces: move what both need to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-missing',
      comment: 'The import leads nowhere: a typing error, or a package that no package.json names.',
      severity: 'error',
      from: {},
      // What Vite makes: modules of our own plugins, and addresses of files.
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?url$' },
    },
  ],
  options: {
    // TypeScript 7 offers no parser to other programs yet.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|data)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
