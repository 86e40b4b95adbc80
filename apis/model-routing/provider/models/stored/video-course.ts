// The course of a video task over time. No video is made: this gateway has no model of that kind, and the metadata of
// every task says so.

export interface VideoDetails {
  readonly model: string
  readonly prompt: string
  readonly size: string
  /** The length that it would have, in seconds. */
  readonly seconds: string
  readonly remixedFrom: string | null
}
export interface Video {
  readonly id: string
  readonly createdMs: number
  readonly details: VideoDetails
}
type VideoState = 'queued' | 'in_progress' | 'completed'
interface VideoCourse {
  readonly state: VideoState
  /** Percent. */
  readonly progress: number
  readonly startedMs: number | undefined
  readonly endedMs: number | undefined
}

const queueMs = 5000
/** Four seconds per second of video. */
const workMs = ({ seconds }: VideoDetails) => 4000 * Number(seconds)

/** Returns the state at a moment. */
export function courseOf({ createdMs, details }: Video, nowMs: number): VideoCourse {
  const startedMs = createdMs + queueMs
  const endedMs = startedMs + workMs(details)
  if (nowMs < startedMs) return { state: 'queued', progress: 0, startedMs: undefined, endedMs: undefined }
  if (nowMs >= endedMs) return { state: 'completed', progress: 100, startedMs, endedMs }
  const progress = Math.floor((100 * (nowMs - startedMs)) / (endedMs - startedMs))
  return { state: 'in_progress', progress, startedMs, endedMs: undefined }
}
