import { useEffect, useRef, useState } from 'react'

export type DeviceChoice = { readonly value: string; readonly label: string }

/** The cameras or microphones of this computer; without names until the person has allowed one. */
export function useDevices(kind: 'videoinput' | 'audioinput', nameOf: (number: number) => string): DeviceChoice[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    if (mediaDevices === undefined) return
    const read = () => {
      mediaDevices.enumerateDevices().then(
        (all) => setDevices(all.filter((device) => device.kind === kind)),
        () => undefined,
      )
    }
    read()
    mediaDevices.addEventListener('devicechange', read)
    // Names are known only once access was granted, which no event reports.
    const timer = setInterval(read, 2000)
    return () => {
      clearInterval(timer)
      mediaDevices.removeEventListener('devicechange', read)
    }
  }, [kind])
  return devices.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || nameOf(index + 1) }))
}

/** A camera or microphone that is open while `id` names one. Null: closed, or being opened. */
export function useOpenDevice(
  id: string | null,
  open: (id: string) => Promise<MediaStream>,
): { readonly stream: MediaStream | null; readonly isBlocked: boolean; readonly keep: () => void } {
  const [result, setResult] = useState<{ stream: MediaStream | null; isBlocked: boolean }>({
    stream: null,
    isBlocked: false,
  })
  const isKept = useRef(false)
  /** Phones open one camera at a time, so that each waits until the one before is closed. */
  const previous = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    let opened: MediaStream | null = null
    const close = () => {
      if (!isKept.current) for (const track of opened?.getTracks() ?? []) track.stop()
    }
    previous.current = previous.current.then(async () => {
      if (!isCurrent) return
      try {
        opened = await open(id)
        if (isCurrent) setResult({ stream: opened, isBlocked: false })
        else close()
      } catch {
        if (isCurrent) setResult({ stream: null, isBlocked: true })
      }
    })
    return () => {
      isCurrent = false
      close()
      setResult({ stream: null, isBlocked: false })
    }
  }, [id, open])
  return {
    ...result,
    /** The recording closes it. */
    keep: () => {
      isKept.current = true
    },
  }
}
