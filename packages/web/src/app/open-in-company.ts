import type { QueryClient } from '@tanstack/react-query'
import { switchAndOpen } from '../company/index.ts'
import { meQuery } from '../user/index.ts'

/**
 * If this is another active company of the person, the app starts again in it, with this page. The promise then stays
 * pending, because the present page is being left. Loaded only for links that name a company.
 */
export async function openInCompany(queryClient: QueryClient, id: string, path: string): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null)
  const isOther = me?.companies.some((company) => company.id === id && company.status === 'active')
  if (!isOther || id === me?.user.company?.id) return
  try {
    await switchAndOpen(id, path)
  } catch {
    // People who may not work there open what they may see of the page.
    return
  }
  await new Promise(() => undefined)
}
