import { useParams, useSearchParams } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import { formatTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import type { Revealed } from './reveal.tsx'

export type Opened = { area: { link: string; validUntil: string } } | { file: PersonFile }
type PersonFile = { way: string; validUntil: string }

export const said = [
  'mail',
  'mailNone',
  'block',
  'unblock',
  'same',
  'name',
  'email',
  'home',
  'note',
  'appeal',
  'claim',
  'claimFound',
  'goodwill',
  'goodwillProposed',
  'goodwillSame',
] as const

/** What was done about somebody, and where what was opened for whoever asked is. */
export function PersonDone({
  answer,
  person,
}: {
  answer: FormAnswer | Revealed<unknown> | Opened | undefined
  person: string
}) {
  const [search] = useSearchParams()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  if (answer && 'area' in answer)
    return (
      <Notice
        tone="success"
        live
        title={t('done.area', { time: formatTime(answer.area.validUntil) })}
      >
        <p>
          <a href={answer.area.link} target="_blank" rel="noreferrer" className={controlClass()}>
            {t('done.areaLink')}
          </a>
        </p>
      </Notice>
    )
  if (answer && 'file' in answer)
    return (
      <Notice
        tone="success"
        live
        title={t('done.file', { time: formatTime(answer.file.validUntil) })}
      >
        <p>
          <a
            href={`/api/v1/${mandant}/betrieb/personen/${encodeURIComponent(person)}/auskunft?Anlass=${answer.file.way}`}
            download
            className={controlClass()}
          >
            {t('done.fileLink')}
          </a>
        </p>
      </Notice>
    )
  const done = said.find((one) => one === search.get('done'))
  if (!done || answer) return null
  const tone = done === 'mailNone' ? 'info' : 'success'
  return <Notice tone={tone} live title={t(`done.${done}`)} />
}
