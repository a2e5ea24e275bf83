// No cycles between features. Tests are excluded: their builders may use any feature.
const { options } = require('./.dependency-cruiser.cjs')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-feature-cycle',
      comment:
        'Features in a cycle can only be understood and changed together: let app pass one of them to the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/(server|web)/src/(?!app$|platform$|ui$)[^/]+$' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: ['^packages/[^/]+/(dist|data)/', '(\\.test\\.tsx?|\\.builder\\.ts|\\.fixture\\.tsx?)$'] },
  },
}
