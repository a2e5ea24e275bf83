import { useEffect, useState, type FormEvent } from 'react'
import { IconHome } from '@tabler/icons-react'
import { browser } from 'wxt/browser'
import { listInstallations, readChoices, saveChoices, type Choices, type Installation } from '../installations.ts'
import * as texts from '../texts.ts'
import { Controls } from './controls.tsx'
import { Logo } from './logo.tsx'
import { RecentUploads } from './recent-uploads.tsx'
import { Setup } from './setup.tsx'
import { useHostState } from './use-host-state.ts'
import { originPatterns } from '@knowreel/shared/recorder/installation-origin.ts'

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

/** Allows the extension on the pages of an installation, and opens the page that connects it. */
function ConnectForm({ address }: { address: string }) {
  const [value, setValue] = useState(address)
  const [error, setError] = useState<string | null>(null)
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    const text = /^https?:\/\//.test(value.trim()) ? value.trim() : `https://${value.trim()}`
    const url = URL.canParse(text) ? new URL(text) : null
    const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    if (url === null || value.trim() === '' || (url.protocol !== 'https:' && !isLocal)) return setError(texts.noAddress)
    const isAllowed = await browser.permissions.request({ origins: originPatterns(url.origin, false) })
    if (isAllowed) await browser.tabs.create({ url: `${url.origin}/recorder` })
  }
  return (
    <form className="connect" onSubmit={(event) => void connect(event)} noValidate>
      <h2>{texts.connectToBegin}</h2>
      <label>
        {texts.addressOfYourKnowreel}
        <input
          type="url"
          value={value}
          placeholder="https://know.example.org"
          aria-invalid={error !== null}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </label>
      {error && <p role="alert">{error}</p>}
      <button type="submit" className="primary">
        {texts.connect}
      </button>
      <p className="muted">{texts.connectHint}</p>
    </form>
  )
}
