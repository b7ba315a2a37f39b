import { fetchLimited } from '../http/fetch-limited.ts'
import { OutsideError } from '../http/outside-error.ts'

export const largestPicture = 10 * 1024 * 1024 // bytes
const timeoutMs = 5_000

/** An asset of a content service, or null where it has none of that id; throws OutsideError for every other answer. */
export async function fetchAsset(address: URL): Promise<Uint8Array | null> {
  const { status, bytes } = await fetchLimited(address, {
    timeoutMs,
    maxBytes: largestPicture,
    accept: 'image/',
  })
  if (status === 200) return bytes
  if (status === 404 || status === 410) return null
  throw new OutsideError('broken', `${address.origin} answered ${status} about a picture.`)
}
