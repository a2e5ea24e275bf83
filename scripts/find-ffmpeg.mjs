import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { installDebian } from './install-debian.mjs'
import { fail } from './prepare.mjs'

const PACKAGES = { ffmpeg: '@ffmpeg-binary', ffprobe: '@ffprobe-installer' }

/** Where the server looks too: the environment, the path, npm. Else root on Debian gets it; everybody else is told. */
export function requireFfmpeg() {
  const isThere = () => Object.keys(PACKAGES).every(isProgramThere)
  if (isThere() || (installDebian('ffmpeg', 'ffmpeg') && isThere())) return
  fail(
    'The tests of recordings need ffmpeg and ffprobe. Install them (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH, then try again.',
  )
}

function isProgramThere(name) {
  const chosen = process.env[`${name.toUpperCase()}_PATH`]
  if (chosen) return existsSync(chosen)
  const folders = process.env.PATH.split(path.delimiter)
  if (folders.some((folder) => existsSync(path.join(folder, name)))) return true
  try {
    createRequire(import.meta.url).resolve(`${PACKAGES[name]}/${process.platform}-${process.arch}/package.json`)
    return true
  } catch {
    return false
  }
}
