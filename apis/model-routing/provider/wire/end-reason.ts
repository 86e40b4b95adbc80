/** The answer was complete, the caller disconnected, or the call failed (before or after the first byte). */
export type EndReason = 'whole' | 'left' | 'failed'
