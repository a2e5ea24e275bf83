import process from 'node:process'
import { findMissingFfmpeg } from './find-ffmpeg.mjs'
import { fail } from './prepare.mjs'

const system = `${process.platform} ${process.arch}`

/** Node, PostgreSQL and ffmpeg come from npm on Linux only. Elsewhere one message lists everything that is missing. */
export function requirePlatform() {
  if (process.platform === 'linux') return
  const missing = []
  if (Number(process.versions.node.split('.')[0]) < 24) missing.push(`Node 24 or later; this is ${process.version}.`)
  if (!process.env.DATABASE_URL) {
    missing.push('PostgreSQL 15 or later: set DATABASE_URL, for example postgres://localhost/knowreel.')
  }
  const programs = findMissingFfmpeg()
  const limits =
    programs.length > 0
      ? [`${programs.join(' and ')}, to process recordings: install ffmpeg (macOS: brew install ffmpeg).`]
      : []
  if (missing.length > 0) fail(`Knowreel cannot start on ${system}. Missing:\n${asList([...missing, ...limits])}`)
  limits.push('PDF export, lint and tests, which run on Linux only.')
  console.warn(`Knowreel is developed on Linux. Not available on ${system}:\n${asList(limits)}`)
}

/** Tests start the embedded PostgreSQL. */
export function requireLinux(command) {
  if (process.platform === 'linux') return
  fail(`${command} needs the embedded PostgreSQL, which runs on Linux only: run it in a Linux container or in CI.`)
}

const asList = (lines) => lines.map((line) => `  - ${line}`).join('\n')
