import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from './startup-error.ts'

export function prepareDataDirectory(directory: string): void {
  try {
    // Others may traverse but not list: under root, PostgreSQL runs as another user inside it.
    mkdirSync(directory, { recursive: true, mode: 0o711 })
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${directory} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** The secret of this installation, created at the first start. */
export function readOrCreateSecret(directory: string, minLength: number): string {
  const file = path.join(directory, 'secret')
  const secret = readSecret(file) ?? createSecret(file)
  if (secret.length < minLength) throw new StartupError(`${file} is damaged: put it back, or set SECRET.`)
  return secret
}

/** Null if there is none. */
export function readSecret(file: string): string | null {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    chmodSync(file, 0o600)
    return secret
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Written completely, then linked to its name, so that two processes starting concurrently use the same one. */
function createSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(file) ?? ''
}
