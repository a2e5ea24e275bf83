import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { searchCalls } from '@knowreel/shared/search/search.calls.ts'

export type Target = { readonly baseURL: string; readonly token: string }

export type Results = CallResponse<typeof searchCalls.global>

export async function search({ baseURL, token }: Target, q: string): Promise<Results> {
  const response = await fetch(`${baseURL}/api/search/global/${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`"${q}" was answered with ${response.status}`)
  return (await response.json()) as Results
}
