import { useId, useRef, useState, type DragEvent } from 'react'
import { Button } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { logoLimits } from '@knowreel/shared/company/company.rules.ts'
import * as texts from '../texts.ts'
import { compressLogo, validateLogo } from './compress-logo.ts'
import styles from './logo-field.module.css'

type LogoFieldProps = {
  /** URL or data URL of the shown picture; null if there is none. */
  value: string | null
  error: string | undefined
  onPick: (dataUrl: string) => void
  onRemove: () => void
  onError: (message: string) => void
  /** Saving is disabled while a picture is being compressed, since it would not be included. */
  isBusy: boolean
  onBusyChange: (isBusy: boolean) => void
}

/** The logo, with drop, pick and remove. A picked file is compressed here, before it is sent. */
export function LogoField({ value, error, onPick, onRemove, onError, isBusy, onBusyChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()

  const acceptFile = async (file: File | undefined) => {
    if (!file) return
    const refusal = validateLogo(file)
    if (refusal !== null) return onError(refusal)
    onBusyChange(true)
    try {
      onPick(await compressLogo(file))
    } catch {
      onError(logoLimits.wrongFormat)
    } finally {
      onBusyChange(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void acceptFile(event.dataTransfer.files[0])
  }
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }

  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <span id={`${id}-label`} className="kr-medium">
        {texts.logo}
      </span>
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={leave}
        onDrop={drop}
      >
        <span className={styles.picture}>
          {value === null ? <IconPhotoUp aria-hidden /> : <img src={value} alt={texts.companyLogo} />}
        </span>
        <span className={styles.actions}>
          <Button loading={isBusy} onClick={() => input.current?.click()}>
            {value === null ? texts.chooseAnImage : texts.change}
          </Button>
          {value !== null && (
            <Button variant="subtle" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg"
          data-logo-input
          onChange={(event) => {
            void acceptFile(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p id={`${id}-help`} className={error ? styles.error : 'kr-second kr-muted'} role={error ? 'alert' : undefined}>
        {error ?? texts.pngOrJPEGUpTo}
      </p>
    </div>
  )
}
