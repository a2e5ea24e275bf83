import type { Db } from '../src/platform/database/db.ts'
import type { JobServices } from '../src/platform/jobs/job.ts'

type ProvidedServices = Omit<JobServices, 'jobs' | 'log'>

/** The services of a worker, for tests of jobs that use only some of them; the others throw when used. */
export function jobServices(db: Db, given: Partial<ProvidedServices> = {}): ProvidedServices {
  const known: Partial<ProvidedServices> = { db, ...given }
  return new Proxy(known as ProvidedServices, {
    get(target, name) {
      if (!Reflect.has(target, name)) throw new Error(`This test gives its jobs no ${String(name)}`)
      return Reflect.get(target, name)
    },
  })
}
