import type { AnyRouter } from '@tanstack/react-router'

/** Removes a parameter that was a request to the page, so that it is handled once. The others stay. */
export function removeSearchParameter(router: AnyRouter, name: string): void {
  const { pathname, searchStr, hash, state } = router.latestLocation
  const query = new URLSearchParams(searchStr)
  query.delete(name)
  const rest = query.toString()
  router.history.replace(`${pathname}${rest && `?${rest}`}${hash && `#${hash}`}`, state)
}
