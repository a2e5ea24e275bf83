import type { FastifyRequest } from 'fastify'

/** Scheme and host that people type; `publicUrl` is null if only the request shows them. */
export const originOf = (publicUrl: string | null, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`
