/**
 * Email addresses as chips. A separator, or a pasted list, turns the text into chips; a single address can stay text.
 * Backspace in an empty field takes the last address back into the text, where it can be corrected.
 */
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Pill, PillsInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { addAddresses, isList, splitAddresses } from './addresses.ts'
import styles from './invite.module.css'

export type Addresses = { readonly chips: readonly string[]; readonly text: string }

type AddressFieldProps = {
  value: Addresses
  onChange: (value: Addresses) => void
  isInvalid: (address: string) => boolean
  error: string | undefined
}

export function AddressField({ value: { chips, text }, onChange, isInvalid, error }: AddressFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const read = (next: string) =>
    isList(next)
      ? onChange({ chips: addAddresses(chips, splitAddresses(next)), text: '' })
      : onChange({ chips, text: next })
  /** The browser would remove the line breaks. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!isList(pasted.trim())) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    read(`${text.slice(0, selectionStart ?? 0)} ${pasted} ${text.slice(selectionEnd ?? text.length)}`)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const last = chips.at(-1)
    if (event.key === 'Enter' && text !== '' && last !== undefined) {
      event.preventDefault()
      read(`${text} `)
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      event.preventDefault()
      onChange({ chips: chips.slice(0, -1), text: last })
    }
  }
  const remove = (address: string) => {
    onChange({ chips: chips.filter((chip) => chip !== address), text })
    field.current?.focus()
  }
  const invalidCount = chips.filter(isInvalid).length
  return (
    <div>
      <PillsInput
        size="md"
        classNames={{ input: styles.addresses }}
        label={texts.email}
        description={texts.pasteAList}
        error={error}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onClick={() => field.current?.focus()}
      >
        <Pill.Group>
          {chips.map((address) => (
            <Pill
              key={address}
              className={styles.address}
              mod={{ invalid: isInvalid(address) }}
              title={address}
              withRemoveButton
              onRemove={() => remove(address)}
              removeButtonProps={{
                'aria-label': texts.removeAddress(address),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {isInvalid(address) && (
                <IconAlertCircle className="kr-icon-14" role="img" aria-label={texts.notAnAddress} />
              )}
              {address}
            </Pill>
          ))}
          <PillsInput.Field
            ref={field}
            className={styles.field}
            name="email"
            data-autofocus
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={(event) => read(event.currentTarget.value)}
            onPaste={paste}
            onKeyDown={keys}
          />
        </Pill.Group>
      </PillsInput>
      <p role="status" className="kr-second kr-muted">
        {chips.length > 1 && texts.addressCount(chips.length, invalidCount)}
      </p>
    </div>
  )
}
