import { createHash } from 'node:crypto'

/** Content hash of a picture for its URL and ETag. */
export const markOf = (picture: string): string =>
  createHash('sha256').update(picture).digest('base64url').slice(0, 16)
