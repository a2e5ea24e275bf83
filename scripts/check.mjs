// npm run check: static checks. Types, lint, package boundaries, unused code, format. Each keeps its cache in .cache,
// so a second run only checks what changed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { findNode, prepare, root } from './prepare.mjs'

const sources = [
  'packages/shared/src',
  'packages/server/src',
  'packages/server/test',
  'packages/recorder/src',
  'packages/web/src',
  'packages/extension/src',
]

// Modification times differ after every checkout, contents do not.
const cacheOf = (name) => ['--cache', '--cache-location', `.cache/${name}`]

// The longest first.
const CHECKS = [
  ['types', 'typescript/bin/tsc', '--build', 'tsconfig.build.json'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  [
    'format',
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    ...cacheOf('prettier'),
    '--cache-strategy=content',
    '.',
  ],
  [
    'boundaries',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--output-type=err-long',
    '--cache=.cache/dependency-cruiser',
    '--cache-strategy=content',
    ...sources,
  ],
  ['unused code', 'knip/bin/knip.js', '--no-progress', ...cacheOf('knip')],
  [
    'feature cycles',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config=.dependency-cruiser.features.cjs',
    '--output-type=err-long',
    '--cache=.cache/feature-cycles',
    '--cache-strategy=content',
    'packages/server/src',
    'packages/web/src',
  ],
  ['spec coverage', 'scripts/spec-coverage.mjs', '--summary', '--strict'],
  ['code that only tests use', 'knip/bin/knip.js', '--production', '--no-progress', ...cacheOf('knip-production')],
]

/** Runs all checks in parallel, printing each; returns how many passed and failed. */
export async function runChecks(environment) {
  const queue = [...CHECKS]
  const failed = []
  const runQueue = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      if (!(await runCheck(check, environment))) failed.push(check[0])
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runQueue))
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  return { passed: CHECKS.length - failed.length, failed: failed.length }
}

async function runCheck([name, program, ...parameters], environment) {
  const start = performance.now()
  const isOurs = program.startsWith('scripts/')
  const child = spawn(findNode(), [isOurs ? program : path.join('node_modules', program), ...parameters], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  }
  const [code] = await once(child, 'close')
  const isGood = code === 0
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (!isGood || isOurs) console.log(output.trim())
  return isGood
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await runChecks(prepare())).failed > 0 ? 1 : 0
}
