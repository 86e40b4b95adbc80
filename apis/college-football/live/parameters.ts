// Parameters that the provider receives under another name.

/** The type of a play, whose ids version 2 of the provider's API ignores. */
export const playTypeParameter = 'playTypeId'
