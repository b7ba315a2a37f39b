/** Splits a text into plain pieces and links, http and https only; a trailing full stop is not part of a link. */
export function splitLinks(text: string): { text: string; link: string | null }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((piece, index) => ({ text: piece, link: index % 2 === 1 ? piece : null }))
    .filter((piece) => piece.text !== '')
}
