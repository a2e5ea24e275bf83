// Checks docs/spec-coverage.md: every section of the specification has a test or a decision, and each of them exists.
// `--strict` also fails while a section is open (partly covered or missing); `--summary` prints only their number.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname, '..')
const sectionsPerDocument = 9
/** The number of rows for each document, so that a row that is removed by mistake fails the check. */
const expectedRows = [97, 50, 23]
const packages = ['shared', 'server', 'recorder', 'web', 'extension']
const decisions = new Set(readdirSync(path.join(root, 'docs/decisions')).map((name) => name.slice(0, 4)))

const errors = []
const open = []
const seen = new Set()
let rows = 0
const rowCounts = expectedRows.map(() => 0)
let document = 0

for (const line of readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8').split('\n')) {
  const heading = /^## Document (\d)/.exec(line)
  if (heading) document = Number(heading[1])
  const row = /^\| (§(\d)[^|]*) \| ([^|]*) \| ([^|]*) \|$/.exec(line)
  if (row === null) {
    if (line.startsWith('| §')) errors.push(`not a row of three columns: ${line}`)
    continue
  }
  const [, title = '', section = '', sources = '', status = ''] = row
  rows++
  rowCounts[document - 1]++
  seen.add(`${document} §${section}`)
  checkRow(`${document} ${title}`, sources, status.trim())
}
for (const [index, count] of expectedRows.entries()) {
  const one = index + 1
  if (rowCounts[index] !== count) errors.push(`document ${one} has ${rowCounts[index]} rows instead of ${count}`)
  for (let section = 1; section <= sectionsPerDocument; section++) {
    if (!seen.has(`${one} §${section}`)) errors.push(`document ${one} §${section} has no row`)
  }
}

function checkRow(name, sources, status) {
  const kind = /^(covered$|partly: .|missing: .)/.exec(status)?.[1]?.split(':')[0]
  if (kind === undefined)
    return errors.push(`${name}: the status is “covered”, or “partly: …” or “missing: …” with what is open`)
  if (kind !== 'covered') open.push(`${name}: ${status}`)
  const files = [...sources.matchAll(/`([^`]+)`/g)].map(([, file]) => file)
  const numbers = sources.replaceAll(/`[^`]+`/g, '').match(/\b\d{4}\b/g) ?? []
  if (kind !== 'missing' && files.length + numbers.length === 0) errors.push(`${name} has neither test nor decision`)
  for (const number of numbers) {
    if (!decisions.has(number)) errors.push(`${name}: there is no decision ${number}`)
  }
  for (const file of files) {
    if (!/\.(test|spec)\.tsx?$/.test(file)) errors.push(`${name}: ${file} is no test`)
    else if (!existsSync(path.join(root, fullPath(file)))) errors.push(`${name}: ${file} does not exist`)
  }
}

/** Paths of packages are written without `packages/` and `src/`. */
function fullPath(file) {
  const [first = '', ...rest] = file.split('/')
  return packages.includes(first) ? path.join('packages', first, 'src', ...rest) : file
}

const flags = new Set(process.argv.slice(2))
for (const error of errors) console.error(error)
if (!flags.has('--summary')) for (const one of open) console.log(one)
console.log(`docs/spec-coverage.md: ${rows} entries, ${open.length} open`)
if (errors.length > 0 || (flags.has('--strict') && open.length > 0)) process.exitCode = 1
