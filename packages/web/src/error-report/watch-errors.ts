/**
 * Notices errors that nothing handles. What they say is prepared and sent by code that only loads after an error, so that
 * pages without errors pay nothing.
 */
export function watchErrors(currentPage: () => string | null): (error: unknown) => void {
  const report = (error: unknown) =>
    void import('./send-error.ts').then(
      ({ sendError }) => sendError(error, currentPage()),
      () => undefined,
    )
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  return report
}
