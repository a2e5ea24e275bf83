import { useState } from 'react'
import { IconAlertCircle, IconCheck, IconMicrophone, IconVideo } from '@tabler/icons-react'
import { readChoices, saveChoices } from '../installations.ts'
import * as texts from '../texts.ts'
import { Logo } from './logo.tsx'
import { useIsAllowed } from './use-permissions.ts'

/** The offscreen document cannot show the prompt of the browser, so this page asks once for camera and microphone. */
export function PermissionPage() {
  const [given, setGiven] = useState({ camera: false, microphone: false })
  const isCameraAllowed = useIsAllowed('camera', given.camera)
  const isMicrophoneAllowed = useIsAllowed('microphone', given.microphone)
  const [phase, setPhase] = useState<'idle' | 'asking' | 'blocked'>('idle')
  const ask = async () => {
    setPhase('asking')
    const allowed = { microphone: await open({ audio: true }), camera: await open({ video: true }) }
    // First, because people may close the page as soon as it says that they can.
    await saveChoices({ ...(await readChoices()), allowed })
    setGiven(allowed)
    setPhase(allowed.microphone || allowed.camera ? 'idle' : 'blocked')
  }
  const isDone = isCameraAllowed === true && isMicrophoneAllowed === true
  return (
    <main className="permission">
      <h1>
        <Logo /> {texts.allowCameraAndMicrophone}
      </h1>
      <ul>
        <Device icon={<IconMicrophone />} label={texts.microphone} isAllowed={isMicrophoneAllowed === true} />
        <Device icon={<IconVideo />} label={texts.camera} isAllowed={isCameraAllowed === true} />
      </ul>
      {phase === 'blocked' && (
        <p role="alert" className="failure">
          {texts.blockedInBrowser}
        </p>
      )}
      <p role="status" className="muted">
        {isDone ? texts.allowed : phase === 'asking' ? texts.allowInPrompt : texts.usedOnlyWhileRecording}
      </p>
      {!isDone && (
        <button type="button" className="primary" disabled={phase === 'asking'} onClick={() => void ask()}>
          {texts.allowCameraAndMicrophone}
        </button>
      )}
    </main>
  )
}

/** One after the other, because a computer without a camera refuses both together. */
const open = async (constraints: MediaStreamConstraints): Promise<boolean> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    for (const track of stream.getTracks()) track.stop()
    return true
  } catch {
    return false
  }
}

const Device = ({ icon, label, isAllowed }: { icon: React.ReactNode; label: string; isAllowed: boolean }) => (
  <li>
    {icon}
    <span className="grow">{label}</span>
    {isAllowed ? (
      <IconCheck className="ok" aria-label={texts.allowedDevice} />
    ) : (
      <IconAlertCircle aria-label={texts.notAllowedYet} />
    )}
  </li>
)
