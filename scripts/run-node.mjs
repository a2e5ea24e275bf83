import { spawn } from 'node:child_process'
import process from 'node:process'
import { findNode } from './prepare.mjs'

/** Runs a program on the pinned Node in the foreground; ends this process with the program's code. */
export async function runNode(parameters, environment) {
  process.exit(await runToEnd(parameters, environment))
}

/** Runs a program on the pinned Node in the foreground and gives its exit code; ends with it when told to stop. */
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

/** Hands the signals of this process on; gives a function that tells whether there was one. */
export function passSignalsTo(child) {
  let isStopped = false
  const stop = (signal) => {
    isStopped = true
    if (signal) child.kill(signal)
  }
  // A terminal sends Ctrl-C to every process of the command itself; a second one would read as "stop at once".
  process.on('SIGINT', () => stop(process.stdin.isTTY ? null : 'SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop('SIGTERM'))
  stopWithNpm(stop)
  return () => isStopped
}

/** A killed npm cannot pass its end on; without this the program would run on unseen and hold its port. */
function stopWithNpm(stop) {
  const npm = process.ppid
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => {
    if (process.ppid !== npm) stop('SIGTERM')
  }, 500).unref()
}
