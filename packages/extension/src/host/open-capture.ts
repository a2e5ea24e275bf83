import {
  mixCapture,
  openCamera,
  openMicrophone,
  openScreen,
  openTab,
  tabSize,
  type Capture,
} from '@knowreel/recorder/capture/index.ts'
import { readChoices, saveChoices } from '../installations.ts'
import type { StartRequest } from '../messages.ts'

/** Opens what the person chose. If one part is refused, the others are closed again. */
export async function openCapture({ choices, tab }: StartRequest): Promise<Capture> {
  const opened: MediaStream[] = []
  const keep = async (stream: Promise<MediaStream>): Promise<MediaStream> => {
    opened.push(await stream)
    return stream
  }
  try {
    const { source, quality, hasSound, hasCamera, hasMicrophone } = choices
    // The stream id of a tab is valid for seconds only, so it comes first.
    const picture = await keep(
      tab !== null
        ? openTab({ streamId: tab.streamId, size: tabSize(tab, quality), frameRate: quality.frameRate, hasSound })
        : source === 'camera'
          ? openCamera(choices.cameraId, false)
          : openScreen({ quality, hasSound, surface: source === 'screen' ? 'monitor' : 'window' }),
    )
    // The page of a recorded tab shows the bubble itself.
    const isDrawn = hasCamera && tab === null && source !== 'camera'
    const bubble = isDrawn ? await keep(openCamera(choices.cameraId, true)) : null
    const microphone = hasMicrophone ? await keep(openMicrophone(choices.microphoneId)) : null
    return await mixCapture({
      picture,
      bubble,
      microphone,
      bubblePosition: () => choices.bubble,
      isPlayedBack: tab !== null,
    })
  } catch (error) {
    for (const stream of opened) for (const track of stream.getTracks()) track.stop()
    // Forget the permissions, so that the next start asks for them again.
    const kept = await readChoices()
    await saveChoices({ ...kept, allowed: { camera: false, microphone: false } })
    throw error
  }
}
