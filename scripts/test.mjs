// npm test: checks, unit, API and component tests, page weight, end-to-end tests. The last line is "N passed, N
// failed". npm test -- --fast skips what needs a browser. npm run test:all adds the soak tests; --shard 1/4 runs a
// quarter of all tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { weighPages } from './check-weight.mjs'
import { requireLinux } from './check-platform.mjs'
import { runChecks } from './check.mjs'
import { findBrowsers } from './find-chromium.mjs'
import { requireFfmpeg, withBundledFfmpeg } from './find-ffmpeg.mjs'
import { withMemoryFolder } from './memory-folder.mjs'
import { buildExtension, buildWeb, fail, prepare, root } from './prepare.mjs'
import { runToEnd } from './run-node.mjs'

requireLinux('npm test')
const { fast, soak, shard } = readOptions()
const environment = {
  ...withBundledFfmpeg(withMemoryFolder(prepare())),
  ...(soak ? { SOAK: '1' } : {}),
  ...(fast ? {} : findBrowsers()),
}
requireFfmpeg()
const results = path.join(root, '.cache', 'test-results')
const quarantined = Object.entries(readJson(path.join(root, 'quarantine.json')).titles)
mkdirSync(results, { recursive: true })

// Parts that take only seconds run in the first shard.
const isFirstShard = !shard || shard.startsWith('1/')
// The long simulation takes what the checks and the unit tests leave of the processors.
const simulation = soak ? runVitest('simulation', ['--project=simulation']) : null
const parts = [
  ...(isFirstShard ? [['checks', () => runChecks(environment)]] : []),
  ['unit, API and component tests', () => runVitest('unit', unitProjects())],
  ...(simulation ? [['simulation', () => simulation]] : []),
  ...(fast ? [] : [['web build', buildAndWeigh], ...journeyParts()]),
]
const totals = { passed: 0, failed: 0 }
const summary = []
const failures = []
for (const [name, run] of parts) {
  const start = performance.now()
  const { passed, failed, failedTests = [] } = await run()
  totals.passed += passed
  totals.failed += failed
  failures.push(...failedTests)
  const seconds = Math.round((performance.now() - start) / 1000)
  summary.push(`${failed > 0 ? '✗' : '✓'} ${String(name)}: ${passed} passed, ${failed} failed in ${seconds} s`)
}

process.exitCode = totals.failed > 0 ? 1 : 0
console.log(`\n${summary.join('\n')}`)
for (const [title, reason] of quarantined) console.log(`! quarantined, not run: ${title} (${reason})`)
// At the end, where they are found without reading the whole output.
for (const { title, message } of failures) console.log(`\n✗ ${title}\n${message.slice(0, 2000)}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { fast: { type: 'boolean' }, soak: { type: 'boolean' }, shard: { type: 'string' } },
    })
    const [index, count] = (values.shard ?? '1/1').split('/').map(Number)
    if (!(index >= 1 && index <= count)) throw new Error(`--shard ${values.shard} is not a part such as 1/4`)
    return values
  } catch (error) {
    return fail(error.message)
  }
}

function unitProjects() {
  return [...(fast ? ['--project=!component'] : []), ...(soak ? ['--project=!simulation'] : [])]
}

function runVitest(name, projects) {
  const report = path.join(results, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const parameters = ['run', '--passWithNoTests', ...reporters, ...projects]
  return runTests('vitest/vitest.mjs', parameters, environment, report, (numbers) => ({
    passed: numbers.numPassedTests,
    failed: numbers.numFailedTests,
    failedTests: numbers.testResults.flatMap(failedUnitTests),
  }))
}

/** A file that does not load has a message of its own and no tests. */
function failedUnitTests({ name, status, message, assertionResults }) {
  const file = path.relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [{ title: file, message }] : []
  return failed.map((test) => ({
    title: `${file} › ${test.fullName} (${Math.round(test.duration)} ms)`,
    message: test.failureMessages.join('\n'),
  }))
}

function buildAndWeigh() {
  buildWeb()
  buildExtension()
  return isFirstShard ? weighPages() : { passed: 0, failed: 0 }
}

/** Recording browsers and timing-sensitive tests run after the others, without any other test in parallel. */
function journeyParts() {
  return ['journeys', 'recording', ...(soak ? ['timing-sensitive', 'without-decoder'] : [])].map((project) => [
    project === 'journeys' ? project : `${project} journeys`,
    () => runJourneys(project),
  ])
}

function runJourneys(project) {
  const report = path.join(results, `${project}.json`)
  const parameters = ['test', '--pass-with-no-tests', '--reporter=list,json', `--project=${project}`]
  const runEnvironment = { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return runTests('@playwright/test/cli.js', parameters, runEnvironment, report, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failedTests: suites.flatMap(failedJourneys),
  }))
}

function failedJourneys({ file, specs, suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  const own = failed.map(({ title, tests }) => ({
    title: `e2e/${file} › ${title}`,
    message: stripVTControlCharacters(tests[0].results.at(-1)?.error?.message ?? ''),
  }))
  return [...own, ...suites.flatMap(failedJourneys)]
}

async function runTests(program, parameters, childEnvironment, report, count) {
  rmSync(report, { force: true })
  const sharding = shard ? [`--shard=${shard}`] : []
  const parametersOfNode = [path.join(root, 'node_modules', program), ...parameters, ...sharding]
  const exitCode = await runToEnd(parametersOfNode, childEnvironment)
  const numbers = readJson(report)
  const { passed, failed, failedTests } = numbers ? count(numbers) : { passed: 0, failed: 0 }
  // A run that breaks outside its tests (no report, a file that does not load) counts as failed too.
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1), failedTests }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
