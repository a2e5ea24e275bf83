import { useEffect, useState } from 'react'
import { IconHome } from '@tabler/icons-react'
import { browser } from 'wxt/browser'
import { listInstallations, readChoices, saveChoices, type Choices, type Installation } from '../installations.ts'
import * as texts from '../texts.ts'
import { ConnectForm } from './connect-form.tsx'
import { Controls } from './controls.tsx'
import { Logo } from './logo.tsx'
import { RecentUploads } from './recent-uploads.tsx'
import { Setup } from './setup.tsx'
import { useHostState } from './use-host-state.ts'

type Loaded = {
  readonly installations: readonly Installation[]
  readonly choices: Choices
  /** The tab on which the person opened the extension. */
  readonly tab: { readonly id: number | null; readonly address: string }
}

/** The popup of the toolbar, and the window that a page of the product opens to ask what is recorded. */
export function Popup({ query }: { query: URLSearchParams }) {
  const state = useHostState()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    void load(query).then(setLoaded)
  }, [query])
  if (loaded === null) return null

  const { installations, choices, tab } = loaded
  const installation = installations.find(({ origin }) => origin === choices.origin) ?? installations[0]
  const change = (next: Choices) => {
    setLoaded({ ...loaded, choices: next })
    void saveChoices(next)
  }
  const isRecording = !['idle', 'done', 'error', 'uploading'].includes(state.phase)
  return (
    <>
      <header className="head">
        <Logo />
        <h1>{texts.product}</h1>
        {installation && (
          <a className="icon" href={installation.origin} target="_blank" rel="noreferrer" title={texts.openKnowreel}>
            <IconHome aria-label={texts.openKnowreel} />
          </a>
        )}
      </header>
      <main>
        {installation === undefined ? (
          <ConnectForm address={tab.address} />
        ) : isRecording ? (
          <Controls state={state} />
        ) : (
          <Setup
            state={state}
            choices={choices}
            query={query}
            origin={installation.origin}
            tab={tab}
            onChange={change}
          />
        )}
        {!isRecording && <RecentUploads uploads={state.uploads} />}
      </main>
      {installation && (
        <footer className="foot">
          <i className="dot" />
          <span className="grow">{new URL(installation.origin).host}</span>
          {installations.length > 1 && !isRecording ? (
            <select
              aria-label={texts.addressOfYourKnowreel}
              value={installation.origin}
              onChange={(event) => change({ ...choices, origin: event.currentTarget.value })}
            >
              {[...new Set(installations.map(({ origin }) => origin))].map((origin) => (
                <option key={origin} value={origin}>
                  {new URL(origin).host}
                </option>
              ))}
            </select>
          ) : (
            <span className="person" title={texts.signedInAs(installation.userName, installation.companyTitle)}>
              {installation.userName}
            </span>
          )}
        </footer>
      )}
    </>
  )
}

async function load(query: URLSearchParams): Promise<Loaded> {
  const [installations, choices, [active]] = await Promise.all([
    listInstallations(),
    readChoices(),
    browser.tabs.query({ active: true, lastFocusedWindow: true }),
  ])
  const isWindow = query.has('origin')
  // The address is readable only on pages on which the extension was opened.
  const address = URL.canParse(active?.url ?? '') ? new URL(active?.url ?? '').origin : ''
  const tab = { id: isWindow ? null : (active?.id ?? null), address: address.startsWith('http') ? address : '' }
  const origin = query.get('origin') ?? choices.origin
  return {
    installations,
    choices: { ...choices, origin, source: isWindow ? windowSource(choices) : choices.source },
    tab,
  }
}

/** A window has no tab of its own to record. */
const windowSource = ({ source }: Choices): Choices['source'] => (source === 'tab' ? 'window' : source)
