import { useTexts } from '../runtime/texts.ts'
import { SafeHtml } from '../ui/safe-html.tsx'
import { markId, noteId, type FootnoteText } from './number-footnotes.ts'
import { linkClass } from '../ui/button.tsx'
import { Shape } from '../ui/icon.tsx'

/** Footnote number -> anchor of the mark that the reader came from. */
export type CameFrom = Record<string, string>

/**
 * The small print of the shown offers. Each note links back to the mark that the reader came from; without script or mark, to the first
 * offer that has it.
 */
export function Footnotes({
  notes,
  offers,
  cameFrom = {},
}: {
  notes: FootnoteText[]
  offers: { id: string; footnotes: string[] }[] // in page order
  cameFrom?: CameFrom
}) {
  const t = useTexts('offers')
  const shown = new Set(offers.flatMap(({ footnotes }) => footnotes))
  const needed = notes.filter(({ mark }) => shown.has(mark))
  if (needed.length === 0) return null
  return (
    <section aria-labelledby="notes-title" className="mt-12 border-t border-hairline pt-8">
      <h2 id="notes-title" className="text-xl font-bold">
        {t('notes.title')}
      </h2>
      <ol className="mt-3 max-w-[46em] text-base">
        {needed.map((note) => {
          const marks = offers
            .filter(({ footnotes }) => footnotes.includes(note.mark))
            .map(({ id }) => markId(id, note.mark))
          // Filters may have removed it.
          const back = marks.find((mark) => mark === cameFrom[note.mark]) ?? marks[0] ?? null
          return <Note key={note.mark} note={note} back={back} />
        })}
      </ol>
    </section>
  )
}

function Note({ note, back }: { note: FootnoteText; back: string | null }) {
  const t = useTexts('offers')
  const { mark, title, content } = note
  return (
    <li id={noteId(mark)} className="note">
      <span aria-hidden="true" className="min-w-6 font-bold">
        {mark}
      </span>
      <div className="min-w-0">
        <h3 className="font-bold">
          <span className="sr-only">{t('notes.mark', { mark })}: </span>
          {title}
        </h3>
        <SafeHtml html={content} className="prose-text" />
        {back === null ? null : (
          <a href={`#${back}`} className={`${linkClass()} font-semibold`}>
            <Shape className="size-4">
              <path d="M14 9 9 4 4 9M20 20h-7a4 4 0 0 1-4-4V4" />
            </Shape>
            {t('notes.back')}
            <span className="sr-only"> ({t('notes.mark', { mark })})</span>
          </a>
        )}
      </div>
    </li>
  )
}
