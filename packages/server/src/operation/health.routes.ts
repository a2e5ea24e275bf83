import { AppError } from '@knowreel/shared/error/app-error.ts'
import { operationCalls } from '@knowreel/shared/operation/operation.calls.ts'
import { serve } from '../access/index.ts'
import { createHealthCheck, type HealthParts } from './check-health.ts'

export const operationRoutes = (parts: HealthParts) => {
  const checkHealth = createHealthCheck(parts)
  return serve(
    operationCalls,
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
