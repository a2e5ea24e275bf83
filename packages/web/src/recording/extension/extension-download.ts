import { useQuery } from '@tanstack/react-query'
import { extensionAddress } from '@knowreel/shared/recorder/extension-channel.ts'

/** Browsers that can load the extension. */
export const canInstallExtension = (): boolean =>
  /\b(Chrome|Chromium|Edg)\//.test(navigator.userAgent) && !/\bMobile\b/.test(navigator.userAgent)

/** Whether this installation offers the extension. */
export const useIsExtensionOffered = (isWanted = true): boolean =>
  useQuery({
    queryKey: ['recorder', 'extension'],
    queryFn: async () => (await fetch(extensionAddress, { method: 'HEAD' })).ok,
    enabled: isWanted && canInstallExtension(),
    staleTime: Infinity,
    retry: false,
  }).data === true
