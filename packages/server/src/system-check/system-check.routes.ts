import { systemCheckCalls, type Check, type SystemCheck } from '@knowreel/shared/system-check/system-check.calls.ts'
import { installationPolicy, serve } from '../access/index.ts'
import type { CheckDeclaration } from './check.ts'
import { runChecks, waitingChecks } from './run-checks.ts'

type Dependencies = { readonly checks: readonly CheckDeclaration[]; readonly redact: (text: string) => string }

/** The state of the last run is kept in memory: it describes this process. */
export function systemCheckRoutes({ checks: declared, redact }: Dependencies) {
  let checks: readonly Check[] = waitingChecks(declared)
  let finishedAt: Date | null = null
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    await runChecks(declared, { redact, onChange: (changed) => (checks = changed) })
    finishedAt = new Date()
  }
  const view = (): SystemCheck => ({
    checks: [...checks],
    isRunning: running !== null,
    finishedAt: finishedAt?.toISOString() ?? null,
    serverTime: new Date().toISOString(),
  })

  return serve(systemCheckCalls, installationPolicy, {
    read: async () => view(),
    run: async () => {
      running ??= run().finally(() => (running = null))
      return view()
    },
  })
}
