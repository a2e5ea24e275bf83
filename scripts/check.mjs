// npm run check: everything that can be told without running the product. Types, lint, borders, unused code, format.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

// The longest first.
const CHECKS = [
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['types of shared', 'typescript/bin/tsc', '-p', 'packages/shared', '--noEmit'],
  ['types of the server', 'typescript/bin/tsc', '-p', 'packages/server', '--noEmit'],
  ['types of the recorder', 'typescript/bin/tsc', '-p', 'packages/recorder', '--noEmit'],
  ['types of the web app', 'typescript/bin/tsc', '-p', 'packages/web', '--noEmit'],
  ['types of the web build', 'typescript/bin/tsc', '-p', 'packages/web/tsconfig.node.json', '--noEmit'],
  ['types of tools and journeys', 'typescript/bin/tsc', '-p', '.', '--noEmit'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['borders', 'dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type', 'err-long', ...sources],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
]

/** Most use one core only. */
const AT_ONCE = 2

/** Runs all checks, printing each; gives the numbers of those that passed and failed. */
export async function runChecks(environment) {
  const waiting = [...CHECKS]
  const failed = []
  const runWaiting = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check, environment))) failed.push(check[0])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting))
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  return { passed: CHECKS.length - failed.length, failed: failed.length }
}

async function runCheck([name, program, ...parameters], environment) {
  const start = performance.now()
  const child = spawn(findNode(), [path.join('node_modules', program), ...parameters], {
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
  if (!isGood) console.log(output.trim())
  return isGood
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await runChecks(prepare())).failed > 0 ? 1 : 0
}
