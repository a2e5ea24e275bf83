export const allowCameraInAddressBar = 'Allow the camera in the address bar'
export const allowMicrophoneInAddressBar = 'Allow it in the address bar'
export const back = 'Back'
export const browserCannotRecord = 'This browser can’t record. You can upload a video instead.'
export const browserClosedWhileRecording =
  'The browser closed while you were recording. Everything until then is kept on this computer.'
export const camera = 'Camera'
export const cameraNumber = (number: number) => `Camera ${number}`
export const cancel = 'Cancel'
export const cancelRecording = 'Cancel recording'
export const chooseAnother = 'Choose another'
export const chooseWhatToRecord = 'Choose what to record'
export const close = 'Close'
export const connect = 'Connect'
export const connectedTo = (company: string) => `Connected to ${company}`
export const connectExtension = 'Connect the extension'
export const connectHint = (company: string) =>
  `It gets a session of its own in ${company} and keeps it until you disconnect.`
export const deleteRecording = 'Delete recording'
export const discard = 'Discard'
export const discardTheRecording = 'Discard the recording?'
export const disconnectAnyTime = 'You can sign it out at any time under'
export const downloadExtension = 'Download extension'
export const encoderFailed = 'The browser stopped recording. Everything until then is kept.'
export const error = 'Error'
export const escapeKey = 'Esc'
export const everythingUntilNowIsDeleted = 'Everything you recorded is deleted. This cannot be undone.'
export const extensionAdds = 'The extension adds a pen, click highlights and paragraphs you mark while you talk.'
export const extensionConnected = 'The extension is connected'
export const extensionIsRecording = 'The extension is recording. You can copy the link of this article already.'
export const extensionIsUploading = 'Uploading the recording'
export const extensionNeedsChromium =
  'The extension works in Chrome, Edge and other browsers based on Chromium. In this browser you can record in the page: Create, Start recording.'
export const extensionNotOffered =
  'This installation doesn’t offer the extension. You can record in the page: Create, Start recording.'
export const extensionRecords =
  'Record any tab, window or screen, also while Knowreel is closed. The article exists as soon as you start.'
export const extensionsAddress = 'chrome://extensions'
export const finishRecording = 'Finish recording'
export const finishTheRecordingOf = (time: string, length: string) => `Finish the recording of ${time} (${length})`
export const installExtension = 'Install extension'
export const installStepDownload = 'Download the extension and unpack the file.'
export const installStepLoad = 'Choose Load unpacked and select the folder knowreel-recorder. Then reload this page.'
export const installStepOpen = 'Open the extensions of your browser and turn on Developer mode:'
export const keepThisTabOpen = 'Keep this tab open while you record.'
export const keptOnThisComputer = 'The recording is kept on this computer.'
export const lastSecondsMayBeMissing = (megabytes: string) => `${megabytes} MB. The last 2 s may be missing.`
export const later = 'Later'
export const microphone = 'Microphone'
export const microphoneNumber = (number: number) => `Microphone ${number}`
export const minutesAndSeconds = (minutes: number, seconds: number) =>
  minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`
export const nameOfTheParagraph = 'Name of the paragraph'
export const newParagraph = 'New paragraph'
export const noSoundFromMicrophone = 'No sound from this microphone'
export const noSpace = 'There is no space left on this computer. Everything until then is kept.'
export const nothingRecorded = 'Nothing was recorded.'
export const notices = {
  microphoneLost: 'The microphone was disconnected. The recording continues without it.',
  cameraLost: 'The camera was disconnected. The recording continues without it.',
  slept: 'The computer was asleep, so the recording is paused.',
} as const
export const notNow = 'Not now'
export const off = 'Off'
export const onAMacAllow =
  'Choose a screen, window or tab to share. On a Mac, the browser must be allowed under System Settings, Privacy & Security, Screen Recording.'
export const openItInTheToolbar =
  'Open it in the toolbar of the browser, or press Alt+Shift+R, in the tab that you want to record.'
export const paragraphsMarked = (count: number) => (count === 1 ? '1 paragraph' : `${count} paragraphs`)
export const pause = 'Pause'
export const pictureAndSound = 'Picture and sound'
export const preview = 'Preview'
export const recordAnyTab = 'Record any tab, window or screen'
export const recorderExtension = 'Recorder extension'
export const recording = 'Recording'
export const recordingHasBeenStarted = 'Recording has been started!'
export const refused = 'The browser can’t share your screen'
export const restart = 'Start again'
export const restartTheRecording = 'Start again?'
export const resume = 'Resume'
export const signedInDevices = 'Signed-in devices'
export const source = 'Source'
export const sourceGone = 'Sharing ended, so the recording was stopped.'
export const spaceKey = 'Space'
export const startNow = 'Start now'
export const startRecording = 'Start recording'
export const startsIn = (seconds: number) => `Recording starts in ${seconds}`
export const leavingStopsRecording = 'Leaving stops your recording.'
export const stop = 'Stop'
export const stopAt = (time: string) => `Stop at ${time}`
export const stopping = 'Saving the recording'
export const tryAgain = 'Try again'
export const uploadFailed = 'The upload of the recording failed. It is kept on this computer.'
export const windowHasOpened = 'Choose what to record in the window that has opened.'
export const youCanKeepWorking = 'You can keep working.'
export const youNeedToInstall = 'You need to install the extension to start recording your screen'
