/** Articles with uploaded recordings, as prepared data for tests. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import type { Person } from './people.ts'

/** Calls the server as this person. */
export const createApiClient = (baseURL: string, { token }: Person) =>
  async function call<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(new URL(address, baseURL), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

export type ApiClient = ReturnType<typeof createApiClient>

/** Uploads a playable recording; returns its id. */
export async function uploadRecording(call: ApiClient, baseURL: string, file: string): Promise<string> {
  const part = await call<{ id: string; url: string }>('GET', '/api/video-upload/url')
  await fetch(new URL(part.url, baseURL), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: readFileSync(file),
  })
  const sent = { parts: [part.id], name: path.basename(file) }
  const { id } = await call<{ id: string }>('POST', '/api/video-upload/accept', sent)
  const status = async () => (await call<{ status: string }>('GET', `/api/video-upload/status/${id}`)).status
  await expect.poll(status, { timeout: 30_000 }).toBe('finished')
  return id
}

export type PieceInput = readonly [videoId: string, from: number, length: number]

/** Publishes an article with one paragraph per piece. */
export const publishPieces = (call: ApiClient, workspaceId: string, pieces: readonly PieceInput[]) =>
  call<{ article: { id: string; shortId: string } }>('POST', '/api/article/new', {
    title: 'Read a meter',
    workspace: workspaceId,
    isPublish: true,
    paragraphs: pieces.map(([videoId, videoTime, duration], index) => ({
      id: newKey(),
      title: `Step ${index + 1}`,
      duration,
      pm: [{ totalTime: 0, videoTime, videoId }],
    })),
  })
