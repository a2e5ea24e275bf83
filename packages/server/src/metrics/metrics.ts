import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { JobCount } from '../platform/jobs/index.ts'
import { withTimeout } from '../platform/process/with-timeout.ts'

export type MetricsSources = {
  readonly version: string
  readonly roles: ReadonlySet<string>
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Open sockets by their kind. */
  readonly sockets: () => Readonly<Record<string, number>>
  readonly countJobs: () => Promise<readonly JobCount[]>
}

type Response = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number }

export type Metrics = {
  readonly contentType: string
  observe(response: Response): void
  /** In Prometheus' text format. */
  render(): Promise<string>
}

const durationBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Prometheus usually gives a scrape 10 s. A database that does not respond must not cost the other metrics. */
const jobsTimeoutMs = 3000

/** Loads the library, which an installation without metrics does not need. */
export async function createMetrics(sources: MetricsSources): Promise<Metrics> {
  const { Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  // Processor, memory, garbage collection, file descriptors and the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'knowreel_http_request_duration_seconds',
    help: 'Time to answer requests, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  new Gauge({
    name: 'knowreel_info',
    help: 'Version and roles of this process',
    labelNames: ['version', 'roles'],
    registers,
  }).set({ version: sources.version, roles: [...sources.roles].toSorted().join(',') }, 1)
  new Gauge({
    name: 'knowreel_database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = sources.pool
      this.set({ state: 'total' }, totalCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'knowreel_sockets',
    help: 'Open WebSockets, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, count] of Object.entries(sources.sockets())) this.set({ kind }, count)
    },
  })
  const refreshJobs = await createJobGauges(registry, sources.countJobs)
  let refreshing: Promise<void> | null = null
  return {
    contentType: registry.contentType,
    observe({ method, route, status, seconds }) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    async render() {
      // Several servers of Prometheus may ask together.
      await (refreshing ??= refreshJobs().finally(() => (refreshing = null)))
      return registry.metrics()
    },
  }
}

async function createJobGauges(registry: Registry, countJobs: MetricsSources['countJobs']) {
  const { Gauge } = await import('prom-client')
  const registers = [registry]
  const labelNames = ['job', 'state']
  const jobs = new Gauge({ name: 'knowreel_jobs', help: 'Jobs that are not done, by kind', labelNames, registers })
  const oldest = new Gauge({
    name: 'knowreel_job_oldest_seconds',
    help: 'How long the oldest job has been due or running, by kind',
    labelNames,
    registers,
  })
  const isReadable = new Gauge({
    name: 'knowreel_jobs_readable',
    help: '1 if the jobs could be counted in the database for this scrape',
    registers,
  })
  return async (): Promise<void> => {
    const counts = await withTimeout(countJobs(), jobsTimeoutMs).catch(() => null)
    jobs.reset()
    oldest.reset()
    isReadable.set(counts === null ? 0 : 1)
    for (const { name, state, count, oldestSeconds } of counts ?? []) {
      jobs.set({ job: name, state }, count)
      if (oldestSeconds !== null) oldest.set({ job: name, state }, oldestSeconds)
    }
  }
}
