export const allow = 'Allow'
export const audioForTranscripts = 'Audio for transcripts'
export const byWhomIsUploadingTheRecording = (byWhom: string) => `${byWhom} is uploading the recording`
export const cancelled = 'Cancelled'
export const cancelTheUploadOfName = (name: string) => `Cancel the upload of “${name}”`
export const cancelTheUploadOfNameOf = (name: string) => `Cancel the upload of ${name}`
export const cancelUpload = 'Cancel upload'
export const checkingTheFile = 'Checking the file'
export const chooseAnotherFile = 'Choose another file'
export const chooseFile = 'Choose file'
export const close = 'Close'
export const closeName = (name: string) => `Close ${name}`
export const error = 'Error'
export const finish = 'Finish'
export const hideUploads = 'Hide uploads'
export const interruptedAllowAccessToFile = 'Interrupted. Allow access to the file to resume'
export const interruptedChooseSameFileAgain = 'Interrupted. Choose the same file again to resume'
export const itWaitsUntilYouResume = 'It waits until you resume it, even if you close the browser.'
export const onlyWebmMp4AndMov = 'Only webm, mp4 and mov videos can be uploaded'
export const partOfAll = (part: string, all: string) => `${part} of ${all}`
export const pause = 'Pause'
export const pausedAtSent = (sent: string) => `Paused at ${sent}`
export const pauseName = (name: string) => `Pause ${name}`
export const poster = 'Poster'
export const preparingPlayback = 'Preparing playback'
export const preparingTheRecording = 'Preparing the recording'
export const preparingTheVideo = 'Preparing the video'
export const previews = 'Previews'
export const processingItFailed = 'Processing it failed'
export const ready = 'Ready'
export const reconnecting = 'Reconnecting …'
export const recording = 'Recording'
export const recordingInterrupted = 'The browser closed while you were recording'
export const recordingsReady = (itemCount: number) => (itemCount === 1 ? 'Recording ready' : 'Recordings ready')
export const removeRecording = 'Remove recording'
export const removeTheRecording = 'Remove the recording'
export const resume = 'Resume'
export const resumeName = (name: string) => `Resume ${name}`
export const retry = 'Retry'
export const sentOfSizeKB = (sent: number, size: number) => `${sent} of ${size} kB`
export const showUploads = 'Show uploads'
export const stillBeingMade = 'Still being made: '
export const theArticleHasNoRecording =
  'The article will have no recording, and the uploaded data is deleted. This cannot be undone.'
export const theFileIsEmpty = 'The file is empty'
export const theRecordingCantBeUsed = 'The recording can’t be used'
export const theRecordingIsBeingUploaded = 'The recording is being uploaded'
export const theUploadContinuesOnDevice =
  'The upload continues on the device where the file was chosen. You can edit title, notes and tags.'
export const theUploadedDataIsDeleted = 'The uploaded data is deleted, and the article has no recording.'
export const theUploadedDataIsDeletedArticle = 'The uploaded data is deleted. The article stays as it is.'
export const theUploadFailed = 'The upload failed'
export const thisFileEndsEarly = (has: string, stated: string) => `This file ends early: ${has} of about ${stated} s`
export const thisFileCantBeRead = 'This file can’t be read'
export const thisIsDifferentFilePlease = (entryName: string) =>
  `This is a different file. Please choose ${entryName} again`
export const underCountUploadsPaused = (underCount: number) => `${underCount} uploads paused`
export const uploadedOpenArticleToInsert = 'Uploaded. Open the article to insert it'
export const uploadFailed = 'Upload failed'
export const leavingStopsUploads = 'Leaving stops your uploads. You’ll have to choose the files again.'
export const uploadingARecording = 'Uploading a recording'
export const uploadingInAnotherTab = 'Uploading in another tab'
export const uploadingTheRecording = 'Uploading the recording'
export const uploadingUnderCountRecordings = (underCount: number) => `Uploading ${underCount} recordings`
export const uploadOfItemName = (itemName: string) => `Upload of ${itemName}`
export const uploadPaused = 'Upload paused'
export const uploads = 'Uploads'
export const uploadVideo = 'Upload video'
export const videos = 'Videos'
export const waveform = 'Waveform'
export const youCanCloseThisTab = 'You can close this tab. We’ll keep working.'
export const youCanKeepWorking = 'You can keep working.'
export const youCanKeepWorkingIf =
  'You can keep working. If you close the browser, the upload resumes where it stopped.'
