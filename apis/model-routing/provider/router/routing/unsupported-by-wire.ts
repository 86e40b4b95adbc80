// The code of an error that says nothing about its channel: the channel's wire cannot express the request, and nothing
// was sent.

export const unsupportedByWire = 'unsupported_by_provider'
