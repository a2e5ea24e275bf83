import { seal, unseal } from '../platform/crypto/sealed-box.ts'
import type { SlackGrant } from './slack-client.ts'

type Secrets = Pick<SlackGrant, 'token' | 'webhookUrl'>

export type SlackSecrets = {
  seal(workspaceId: string, secrets: Secrets): Buffer
  open(workspaceId: string, box: Buffer): Secrets
}

export const createSlackSecrets = (key: Buffer): SlackSecrets => ({
  seal: (workspaceId, { token, webhookUrl }) =>
    seal(key, workspaceId, Buffer.from(JSON.stringify({ token, webhookUrl }))),
  open: (workspaceId, box) => JSON.parse(unseal(key, workspaceId, box).toString('utf8')) as Secrets,
})
