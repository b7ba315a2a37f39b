/** The answer of what cannot be shown because the content service is away and no copy of it is left. */
export const contentUnavailable = Symbol('content unavailable')
export type ContentUnavailable = typeof contentUnavailable
