/** Connects installations: exchanges a ticket for a session of the extension's own, which follows the company. */
import { browser } from 'wxt/browser'
import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'
import { connect, logOut } from '../api.ts'
import {
  listInstallations,
  ownerOf,
  removeInstallation,
  saveInstallation,
  type Installation,
} from '../installations.ts'
import { commandHost, readHostState } from './host-door.ts'

/** A page can connect its own origin only, and only with a ticket of the company that it names. */
export async function connectInstallation(
  origin: string,
  { token: ticket, apiUrl, companyId }: ChannelMessages['api']['session'],
): Promise<void> {
  if (!URL.canParse(apiUrl) || new URL(apiUrl).origin !== origin) return
  const { token, user } = await connect(origin, ticket)
  const { company } = user
  if (company === null || company.id !== companyId) return void logOut({ origin, token }).catch(() => undefined)
  const earlier = (await listInstallations()).filter((one) => one.origin === origin)
  await saveInstallation({
    origin,
    token,
    userId: user.id,
    userName: user.name,
    companyId,
    companyTitle: company.title,
    personalWorkspace: user.personalWorkspaceShortId,
    connectedAt: Date.now(),
  })
  await commandHost({ type: 'reload' })
  const { uploads, origin: recordedFor, companyId: recordedIn, phase } = await readHostState()
  for (const old of earlier) {
    // The same account and company was overwritten; another one ends when nothing of it is left to send.
    const isSame = ownerOf(old) === ownerOf({ userId: user.id, companyId })
    const isRecording = phase !== 'idle' && recordedFor === origin && recordedIn === old.companyId
    const isNeeded = isRecording || uploads.some((one) => one.origin === origin && one.companyId === old.companyId)
    if (isSame) void logOut(old).catch(() => undefined)
    else if (!isNeeded) await disconnect(old)
  }
}

/** Recordings that were not sent stay on this computer, and are sent when the same person connects again. */
export async function disconnect(installation: Installation): Promise<void> {
  await removeInstallation(installation)
  await logOut(installation).catch(() => undefined)
}

const bridgeId = 'bridge'

/** Pages of every origin that the person has allowed reach the extension through the bridge. */
export async function useBridge(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll()
  const listed = browser.runtime.getManifest().content_scripts?.flatMap(({ matches = [] }) => matches) ?? []
  const matches = origins.filter((pattern) => !listed.includes(pattern) && pattern !== '<all_urls>')
  const [known] = await browser.scripting.getRegisteredContentScripts({ ids: [bridgeId] })
  if (matches.length === 0) return
  const script = { id: bridgeId, matches, js: ['bridge.js'], runAt: 'document_start' as const }
  if (known === undefined) await browser.scripting.registerContentScripts([script])
  else await browser.scripting.updateContentScripts([script])
}
