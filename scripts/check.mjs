// npm run check: everything that can be told without running the product. Types, lint, borders, unused code, format.
import { spawnSync } from 'node:child_process'
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
]

const CHECKS = [
  ['types of shared', 'typescript/bin/tsc', '-p', 'packages/shared', '--noEmit'],
  ['types of the server', 'typescript/bin/tsc', '-p', 'packages/server', '--noEmit'],
  ['types of the recorder', 'typescript/bin/tsc', '-p', 'packages/recorder', '--noEmit'],
  ['types of the web app', 'typescript/bin/tsc', '-p', 'packages/web', '--noEmit'],
  ['types of the web build', 'typescript/bin/tsc', '-p', 'packages/web/tsconfig.node.json', '--noEmit'],
  ['types of tools and journeys', 'typescript/bin/tsc', '-p', '.', '--noEmit'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['borders', 'dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type', 'err-long', ...sources],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
]

/** Runs all checks, printing each; gives the numbers of those that passed and failed. */
export function runChecks(environment) {
  const node = findNode()
  const failed = CHECKS.filter(([name, program, ...parameters]) => {
    const start = performance.now()
    const run = spawnSync(node, [path.join('node_modules', program), ...parameters], {
      cwd: root,
      env: environment,
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    const isGood = run.status === 0
    console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    if (!isGood) console.log(`${run.stdout}${run.stderr}`.trim())
    return !isGood
  })
  if (failed.length > 0) console.log(`Failed: ${failed.map(([name]) => name).join(', ')}`)
  return { passed: CHECKS.length - failed.length, failed: failed.length }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = runChecks(prepare()).failed > 0 ? 1 : 0
}
