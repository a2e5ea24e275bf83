import { spawn } from 'node:child_process'
import process from 'node:process'
import { findNode } from './prepare.mjs'

/** Runs a program on the pinned Node in the foreground and exits with its code. */
export async function runNode(parameters, environment) {
  process.exit(await runToEnd(parameters, environment))
}

/** Runs a program on the pinned Node in the foreground and returns its exit code; exits with it after a signal. */
export function runToEnd(parameters, environment) {
  const child = spawn(findNode(), parameters, { env: environment, stdio: 'inherit' })
  const wasStopped = passSignalsTo(child)
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      const exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
      if (wasStopped()) process.exit(exitCode)
      resolve(exitCode)
    })
  })
}

/** Forwards the signals of this process to `child`; the returned function reports whether there was one. */
export function passSignalsTo(child) {
  let isStopped = false
  const stop = (signal) => {
    isStopped = true
    if (signal) child.kill(signal)
  }
  // A terminal sends Ctrl-C to every process of the command; a second SIGINT would stop the child without cleanup.
  process.on('SIGINT', () => stop(process.stdin.isTTY ? null : 'SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop('SIGTERM'))
  stopWithNpm(stop)
  return () => isStopped
}

/** A killed npm forwards no signal; without this the program would keep running and hold its port. */
function stopWithNpm(stop) {
  const npm = process.ppid
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => {
    if (process.ppid !== npm) stop('SIGTERM')
  }, 500).unref()
}
