import type { Review } from './review.ts'

/** Which case a form is about, as it was seen. */
export const Seen = ({ found }: { found: Review }) => (
  <>
    <input type="hidden" name="id" value={found.id} />
    <input type="hidden" name="version" value={found.version} />
  </>
)
