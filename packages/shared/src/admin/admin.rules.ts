/** Numbers of the back office. */
export const companiesPerPage = 22
export const jobsPerPage = 30
/** A job can be reset from this number of attempts on, or when it failed. */
export const resetFromAttempts = 3

const kilo = 1000

/** MB with one decimal below 1 GB, otherwise whole GB; a megabyte has 1,000,000 bytes. */
export function formatStorage(bytes: number): string {
  const megabytes = (bytes / kilo ** 2).toFixed(1)
  if (Number(megabytes) < kilo) return `${megabytes} MB`
  return `${Math.round(bytes / kilo ** 3).toLocaleString('en-US')} GB`
}

export const mayResetJob = ({ status, attempts }: { status: string; attempts: number }): boolean =>
  status !== 'processing' && (status === 'failed' || attempts >= resetFromAttempts)
