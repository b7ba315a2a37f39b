/** A text in pieces, each a link or none. Links are http and https alone; a full stop behind one is no part of it. */
export function splitLinks(text: string): { text: string; link: string | null }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((piece, index) => ({ text: piece, link: index % 2 === 1 ? piece : null }))
    .filter((piece) => piece.text !== '')
}
