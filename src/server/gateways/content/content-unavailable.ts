/** The result if the content service is down and there is no copy. */
export const contentUnavailable = Symbol('content unavailable')
export type ContentUnavailable = typeof contentUnavailable
