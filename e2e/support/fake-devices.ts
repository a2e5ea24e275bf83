const fakeDialogs = '--use-fake-ui-for-media-stream'

/**
 * A camera and a microphone that ask nobody, beside a test's own arguments. Chromium ends at launch if both ways to answer
 * its questions are set, and the fake dialogs answer those of screens as well.
 */
export const fakeDevices = (args: readonly string[]): string[] => [
  '--use-fake-device-for-media-stream',
  ...(args.some((one) => one.startsWith(fakeDialogs)) ? [] : ['--auto-accept-camera-and-microphone-capture']),
]
