// What is wrong with audio that a caller sent.

/** Its message is for the caller. `truncated` audio is good up to where it ends. */
export class AudioFault extends Error {
  override name = 'AudioFault'
  readonly kind: 'damaged' | 'truncated' | 'unsupported' | 'too-long'

  constructor(message: string, kind: AudioFault['kind'] = 'damaged') {
    super(message)
    this.kind = kind
  }
}
