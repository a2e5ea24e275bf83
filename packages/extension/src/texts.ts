export const addressOfYourKnowreel = 'Address of your Knowreel'
export const allowCameraAndMicrophone = 'Allow camera and microphone'
export const allowInPrompt = 'The browser asks for permission now. Choose Allow.'
export const allowed = 'Allowed. You can close this page and start recording.'
export const bubbleCorners = {
  bottomLeft: 'Bottom left',
  bottomRight: 'Bottom right',
  topLeft: 'Top left',
  topRight: 'Top right',
} as const
export const bubbleSizes = { small: 'Small', medium: 'Medium', large: 'Large' } as const
export const blockedInBrowser =
  'The browser blocks camera or microphone for this extension. Open the settings of this page beside its address, allow them, and try again.'
export const allowedDevice = 'Allowed'
export const camera = 'Camera'
export const cameraBubble = 'Camera bubble'
export const cancel = 'Cancel'
export const changeShortcuts = 'Change shortcuts'
export const clear = 'Clear'
export const clickHighlights = 'Highlight clicks'
export const connect = 'Connect'
export const connectToBegin = 'Connect to begin'
export const connectHint = 'The page that opens asks you to confirm. You stay signed in until you disconnect.'
export const copyLink = 'Copy link'
export const deleteRecording = 'Delete'
export const discard = 'Discard'
export const discardQuestion = 'Discard the recording? Everything you recorded is deleted.'
export const keptOnThisComputer = 'Kept on this computer'
export const finish = 'Finish'
export const finishRecordingOf = (time: string, length: string) => `Finish the recording of ${time} (${length})`
export const grantPermission = 'Allow'
export const interrupted = 'The recording was interrupted'
export const interruptedAndKept = 'The recording was interrupted. What was recorded is kept on this computer.'
export const keepRecording = 'Keep recording'
export const later = 'Later'
export const linkCopied = 'Link copied'
export const microphone = 'Microphone'
export const minutesAndSeconds = (minutes: number, seconds: number) =>
  minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`
export const moveBar = 'Move the bar'
export const nameOfTheParagraph = 'Name of the paragraph'
export const newParagraph = 'New paragraph'
export const noAddress = 'Enter an address such as https://know.example.org'
export const noSound = 'No sound from this microphone'
export const notAllowedYet = 'Not allowed yet'
export const notices = {
  microphoneLost: 'The microphone was disconnected. The recording continues without it.',
  cameraLost: 'The camera was disconnected. The recording continues without it.',
  slept: 'The computer was asleep, so the recording is paused.',
} as const
export const openDraft = 'Open'
export const openKnowreel = 'Open Knowreel'
export const pause = 'Pause'
export const pen = 'Pen'
export const penColours = { red: 'Red', amber: 'Amber', green: 'Green', violet: 'Violet', white: 'White' } as const
export const bubblePosition = 'Position of the camera bubble'
export const processing = 'Processing'
export const product = 'Knowreel'
export const quality = 'Quality'
export const qualityOf = (height: number, frameRate: number) => `${height}p, ${frameRate} fps`
export const ready = 'Ready'
export const recent = 'Recent'
export const recorder = 'Recorder'
/** 'Recording of 25/11/2026, 14:05' in the person's own format. */
export const recordingOf = (time: Date): string =>
  `Recording of ${time.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}`
export const recording = 'Recording'
export const recorderCrashed =
  'The recorder has crashed. Reload the Knowreel extension and open it to finish the recording.'
export const restart = 'Start again'
export const restartQuestion = 'Start again? Everything you recorded is deleted.'
export const resume = 'Resume'
export const retry = 'Try again'
export const saving = 'Saving the recording'
export const signedInAs = (name: string, company: string) => `${name}, ${company}`
export const sizeOfBubble = 'Size of the camera bubble'
export const soundOfTheTab = 'Sound of the tab'
export const soundOfTheComputer = 'Sound of the computer'
export const sources = { tab: 'This tab', window: 'Window', screen: 'Screen', camera: 'Camera' } as const
export const source = 'Source'
export const startNow = 'Start now'
export const startRecording = 'Start recording'
export const startsIn = (seconds: number) => `Recording starts in ${seconds}`
export const stopAt = (time: string) => `Stop at ${time}`
export const switchDevice = (device: string, isOn: boolean) => `${device} ${isOn ? 'on' : 'off'}`
export const tabCannotBeRecorded =
  'The browser doesn’t allow recording this page. Open another tab, or choose Window or Screen.'
export const uploading = (sent: string, total: string) => `Uploading, ${sent} of ${total} MB`
export const waitingForNetwork = 'Waiting for the network'
export const usedOnlyWhileRecording = 'Used only while you record or look at the settings of the recorder.'
