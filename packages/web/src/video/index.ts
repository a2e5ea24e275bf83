export {
  createMediaPlayer,
  type MediaPlayer,
  type MediaPlayerOptions,
  type PlayerState,
} from './player/media-player.ts'
