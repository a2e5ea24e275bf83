import { AppError } from '@knowreel/shared/error/app-error.ts'
import { healthCalls } from '@knowreel/shared/health/health.calls.ts'
import { serve } from '../access/index.ts'
import { createHealthCheck, type HealthDependencies } from './check-health.ts'

export const healthRoutes = (dependencies: HealthDependencies) => {
  const checkHealth = createHealthCheck(dependencies)
  return serve(
    healthCalls,
    {},
    {
      health: async () => {
        const health = await checkHealth()
        if (health.status === 'ok') return health
        throw new AppError('unavailable', { facts: health })
      },
    },
  )
}
