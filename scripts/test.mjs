// npm test: checks, unit and API tests, journeys in a real browser. The last line is "N passed, N failed".
// npm test -- --fast leaves the journeys out.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { weighPages } from './check-weight.mjs'
import { runChecks } from './check.mjs'
import { findChromium } from './find-chromium.mjs'
import { requireFfmpeg } from './find-ffmpeg.mjs'
import { withMemoryFolder } from './memory-folder.mjs'
import { buildWeb, prepare, root } from './prepare.mjs'
import { runToEnd } from './run-node.mjs'

const environment = withMemoryFolder(prepare())
requireFfmpeg()
const results = path.join(root, '.cache', 'test-results')
mkdirSync(results, { recursive: true })

/** What passed only when it was tried again: no failure, but not to be overlooked. */
const unsteady = []
const totals = [await runChecks(environment), await runUnitTests()]
if (!process.argv.includes('--fast')) {
  buildWeb()
  totals.push(weighPages(), await runJourneys())
}

const passed = totals.reduce((sum, total) => sum + total.passed, 0)
const failed = totals.reduce((sum, total) => sum + total.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
if (unsteady.length > 0) console.log(`\nPassed only at the second try:\n${unsteady.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)

async function runUnitTests() {
  const report = path.join(results, 'unit.json')
  const parameters = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { isGood, numbers } = await runTests('vitest/vitest.mjs', parameters, environment, report)
  unsteady.push(...retriedUnitTests(numbers))
  return tally(isGood, numbers?.numPassedTests, numbers?.numFailedTests)
}

/** Those that only click and read go two at once; those that watch the clock have the machine for themselves afterwards. */
async function runJourneys() {
  const withBrowser = { ...environment, CHROMIUM_PATH: findChromium() }
  const runs = [
    ['beside others', 2],
    ['by the clock', 1],
  ]
  const total = { passed: 0, failed: 0 }
  for (const [project, workers] of runs) {
    const report = path.join(results, `journeys-${project.replaceAll(' ', '-')}.json`)
    const parameters = ['test', '--reporter=list,json', `--project=${project}`, `--workers=${workers}`]
    const runEnvironment = { ...withBrowser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { isGood, numbers } = await runTests('@playwright/test/cli.js', parameters, runEnvironment, report)
    const { expected = 0, flaky = 0, unexpected = 0 } = numbers?.stats ?? {}
    unsteady.push(...(numbers?.suites ?? []).flatMap(flakyJourneys))
    const { passed, failed } = tally(isGood, expected + flaky, unexpected)
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** Passed, with the failure of the first try beside it. */
function retriedUnitTests(numbers) {
  return (numbers?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ title }) => `  ${path.relative(root, name)}: ${title}`),
  )
}

/** Of a suite of Playwright's report and those inside it. */
function flakyJourneys({ file, specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => `  ${file}: ${title}`), ...suites.flatMap(flakyJourneys)]
}

async function runTests(program, parameters, childEnvironment, report) {
  rmSync(report, { force: true })
  const exitCode = await runToEnd([path.join(root, 'node_modules', program), ...parameters], childEnvironment)
  return { isGood: exitCode === 0, numbers: readReport(report) }
}

/** A run that broke before or beside its tests (no report, a file that does not load) counts as a failure too. */
function tally(isGood, passedTests = 0, failedTests = 0) {
  return { passed: passedTests, failed: isGood ? failedTests : Math.max(failedTests, 1) }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
