// Decoded audio on its way to the rate of engines.

/** Samples of 16 bits in one channel. */
export interface DecodedAudio {
  readonly samples: Int16Array
  readonly rate: number
}

/** The mean of one or two channels. */
export function mixed(channels: readonly ArrayLike<number>[], count: number): Int16Array {
  const [first = [], second = first] = channels
  const samples = new Int16Array(count)
  for (let at = 0; at < count; at++) samples[at] = ((first[at] ?? 0) + (second[at] ?? 0)) >> 1
  return samples
}
