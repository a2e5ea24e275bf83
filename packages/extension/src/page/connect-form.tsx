import { useState, type FormEvent } from 'react'
import { browser } from 'wxt/browser'
import { originPatterns } from '@knowreel/shared/recorder/installation-origin.ts'
import * as texts from '../texts.ts'

/** Allows the extension on the pages of an installation, and opens the page that connects it. */
export function ConnectForm({ address }: { address: string }) {
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
