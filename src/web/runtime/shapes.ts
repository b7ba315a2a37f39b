import { escapeHtml } from './escape-html.ts'

// What is drawn once for all who have the same before them is drawn with stand-ins for their words, which are then filled in. It holds nothing
// of a person, as there was nothing of one when it was drawn.

/** In no page by chance, and nobody can know it. */
export const markOf = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()

export type StandIn = { mark: string; text: string }

/** Written differently in every way. */
export function makeStandIn(): StandIn {
  const mark = markOf()
  return { mark, text: `${mark}&<"'é` }
}

/** As React writes it, in an element and in its attributes. */
export const asText = (text: string) => escapeHtml(text).replaceAll("'", '&#x27;')

/** What is drawn, and the places of what is filled in. */
export type Pieces<Place extends object> = (string | Place)[]

export const cut = <Place extends object>(
  pieces: Pieces<Place>,
  at: string,
  filled: Place,
): Pieces<Place> =>
  pieces.flatMap((piece) =>
    typeof piece === 'string'
      ? piece.split(at).flatMap((part, place) => (place === 0 ? [part] : [filled, part]))
      : [piece],
  )

/** Whether a stand-in is left, written in a way that nobody knows. */
export const isWhole = <Place extends object>(
  pieces: Pieces<Place>,
  marks: readonly string[],
): boolean =>
  pieces.every((piece) => typeof piece !== 'string' || marks.every((mark) => !piece.includes(mark)))

export function fill<Place extends object>(
  pieces: Pieces<Place>,
  write: (place: Place) => string,
): string {
  let html = ''
  for (const piece of pieces) html += typeof piece === 'string' ? piece : write(piece)
  return html
}
