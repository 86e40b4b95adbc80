// Bodies that are pushed instead of read: each chunk is handed on as it arrives, without a promise for every one.

/** Takes a body: its chunks, and then its one end. */
export interface ChunkSink {
  push(chunk: Buffer): void
  /** A failure ends the body before it is complete. */
  end(failure?: Error): void
}

/** A body for one reader, who gets each chunk as soon as it is there. */
export interface Pushed {
  /** Called once. What has arrived is pushed before it returns. */
  pushTo(sink: ChunkSink): void
  /** Stops the flow, except for what is on its way already. */
  pause(): void
  resume(): void
  /** Nobody waits for the rest. The sink still gets its end. */
  cancel(): void
}

export function isPushed(body: unknown): body is Pushed {
  return typeof body === 'object' && body !== null && 'pushTo' in body && typeof body.pushTo === 'function'
}
