import { spawn } from 'node:child_process'
import process from 'node:process'
import { findNode } from './prepare.mjs'

/** Runs a program on the pinned Node in the foreground; ends this process with the program's code. */
export function runNode(parameters, environment) {
  const child = spawn(findNode(), parameters, { env: environment, stdio: 'inherit' })
  passSignalsTo(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

/** A terminal sends Ctrl-C to every process of the command itself; a second one would read as "stop at once". */
export function passSignalsTo(child) {
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
}
