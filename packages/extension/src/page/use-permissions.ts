import { useEffect, useState } from 'react'

/** Whether the extension can use a device without a prompt: null while unknown. */
export function useIsAllowed(name: 'camera' | 'microphone', wasAllowed: boolean): boolean | null {
  const [state, setState] = useState<PermissionState | null>(null)
  useEffect(() => {
    let status: PermissionStatus | null = null
    const read = () => setState(status?.state ?? null)
    void navigator.permissions.query({ name: name as PermissionName }).then((found) => {
      status = found
      found.addEventListener('change', read)
      read()
    })
    return () => status?.removeEventListener('change', read)
  }, [name])
  return state === null ? null : state === 'granted' || (state === 'prompt' && wasAllowed)
}

/** The devices of a kind, by their names. */
export function useDevices(kind: 'videoinput' | 'audioinput', isAllowed: boolean | null): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const read = () =>
      void navigator.mediaDevices
        .enumerateDevices()
        .then((all) => setDevices(all.filter((one) => one.kind === kind && one.deviceId !== '')))
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => navigator.mediaDevices.removeEventListener('devicechange', read)
  }, [kind, isAllowed])
  return devices
}
