// Prepares every command: dependencies, Node 24 and current builds. Runs on any Node from version 20 with
// nothing installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const cache = path.join(root, '.cache')

/** Installs missing dependencies and returns the environment for child processes. */
export function prepare() {
  process.chdir(root)
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Knowreel needs Node 20 or later; this is ${process.version}.`)
  if (!isInstalled()) install()
  return { ...process.env, PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}` }
}

/** The Node version that package.json pins, whichever Node is installed on the machine. */
export function findNode() {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve(`node-${process.platform}-${process.arch}/package.json`)
    return path.join(path.dirname(manifest), 'bin', 'node')
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
    return fail(
      `Knowreel runs on Node 24. None is pinned for ${process.platform} ${process.arch}, and this is ${process.version}: install Node 24 and try again.`,
    )
  }
}

/** Builds the web app if its sources changed since the last build. */
export function buildWeb() {
  build({
    name: 'web app',
    folder: 'packages/web',
    result: 'packages/web/dist/index.html',
    stamp: 'web-build.sha256',
    sources: ['packages/web', 'packages/recorder', 'packages/shared'],
  })
}

/** Builds the recorder extension, which the server offers for download, if its sources changed since the last build. */
export function buildExtension() {
  build({
    name: 'recorder extension',
    folder: 'packages/extension',
    result: 'packages/extension/dist/chrome-mv3/manifest.json',
    stamp: 'extension-build.sha256',
    sources: ['packages/extension', 'packages/recorder', 'packages/shared', 'packages/web/src/ui/style'],
  })
}

function build({ name, folder, result, stamp, sources }) {
  const hash = hashSources(sources)
  const stampFile = path.join(cache, stamp)
  if (existsSync(path.join(root, result)) && readText(stampFile) === hash) return
  console.log(`Building the ${name} …`)
  const built = runNpm(['run', 'build', '--silent', '-w', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (built.status !== 0) fail(`The ${name} could not be built:\n${built.stdout}${built.stderr}`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(stampFile, hash)
}

/** Prints one message and exits with code 1. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  return process.exit(1)
}

/** Compares what npm has installed with the lock file. */
function isInstalled() {
  const installed = readJson('node_modules/.package-lock.json')?.packages
  const lock = readJson('package-lock.json')?.packages
  if (!installed || !lock) return false
  const isLockCurrent = ['', ...lock[''].workspaces].every((folder) => isDescribed(lock[folder], folder))
  return (
    isLockCurrent &&
    Object.entries(lock).every(([folder, wanted]) => isPackageInstalled(folder, wanted, installed[folder]))
  )
}

function isDescribed(locked, folder) {
  const manifest = readJson(path.join(folder, 'package.json'))
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds.every((kind) => JSON.stringify(sorted(manifest?.[kind])) === JSON.stringify(sorted(locked?.[kind])))
}

function isPackageInstalled(folder, wanted, installed) {
  if (!folder.includes('node_modules/') || wanted.link) return true
  if (installed) return installed.version === wanted.version && existsSync(path.join(root, folder, 'package.json'))
  // Optional packages may be for other platforms. Only npm knows which C library this machine has.
  return Boolean(wanted.optional) && !(isForThisMachine(wanted) && !wanted.libc)
}

function isForThisMachine({ os, cpu }) {
  return Boolean(os?.includes(process.platform) && (!cpu || cpu.includes(process.arch)))
}

function install() {
  console.log('Installing the dependencies …')
  // npm ci refuses a lock file without the packages of other platforms; npm install accepts it and keeps its versions.
  const installed = runNpm(
    ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
      // Its libraries for GPUs come from elsewhere; old versions of npm do not know `allowScripts`.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    },
  )
  if (installed.status === 0) return
  fail(
    'The dependencies could not be installed (see above). The first start and a start after an update need the npm registry: check the network or the proxy settings of npm, then try again.',
  )
}

function runNpm(parameters, options) {
  // npm passes its own path to the scripts it runs; otherwise use the one on the PATH.
  const npm = process.env.npm_execpath
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  return spawnSync(command, [...first, ...parameters], { cwd: root, ...options })
}

function hashSources(folders) {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of listFiles(folder)) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  }
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
}

function listFiles(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.wxt'].includes(entry.name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`
      return entry.isDirectory() ? listFiles(file) : [file]
    })
}

function sorted(dependencies = {}) {
  return Object.entries(dependencies).sort(([left], [right]) => (left < right ? -1 : 1))
}

function readJson(file) {
  const text = readText(path.join(root, file))
  return text === null ? null : JSON.parse(text)
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
