import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { installDebian } from './install-debian.mjs'
import { fail } from './prepare.mjs'

const PACKAGES = { ffmpeg: '@ffmpeg-binary', ffprobe: '@ffprobe-installer' }

/** Installs ffmpeg on Debian when this user is root; otherwise fails with instructions. */
export function requireFfmpeg() {
  const isInstalled = () => findMissingFfmpeg().length === 0
  if (isInstalled() || (installDebian('ffmpeg', 'ffmpeg') && isInstalled())) return
  fail(
    'The tests of recordings need ffmpeg and ffprobe. Install them (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH, then try again.',
  )
}

/** Searches where the server searches: environment, PATH, npm. */
export function findMissingFfmpeg() {
  return Object.keys(PACKAGES).filter((name) => !isProgramInstalled(name))
}

function isProgramInstalled(name) {
  const chosen = process.env[`${name.toUpperCase()}_PATH`]
  if (chosen) return existsSync(chosen)
  const folders = process.env.PATH.split(path.delimiter)
  if (folders.some((folder) => existsSync(path.join(folder, name)))) return true
  return bundledProgram(name) !== null
}

/**
 * Adds the bundled programs to the environment of tests, unless others are chosen. Debian's programs link two hundred
 * libraries at every start, which takes longer than processing most recordings of the tests.
 */
export function withBundledFfmpeg(environment) {
  const ffmpeg = bundledProgram('ffmpeg')
  const ffprobe = bundledProgram('ffprobe')
  return ffmpeg && ffprobe ? { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe, ...environment } : environment
}

function bundledProgram(name) {
  try {
    const manifest = `${PACKAGES[name]}/${process.platform}-${process.arch}/package.json`
    return path.join(path.dirname(createRequire(import.meta.url).resolve(manifest)), name)
  } catch {
    return null
  }
}
