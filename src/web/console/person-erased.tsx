import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { roleWords } from '../../domain/operator-words.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'

/** Who was forgotten: only when, by whom, and what is left. */
export function ErasedPerson({ erased }: { erased: AnswerOf<Endpoints['showErasedPerson']> }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const { at, by, role, kept } = erased
  const who = role ? roleWords[role][locale] : t(`erased.by.${by}`)
  return (
    <ConsoleFrame title={t('erased.title')}>
      <Notice tone="info" title={t('erased.when', { time: formatDateTime(at, locale), who })}>
        <p>{t('erased.text')}</p>
        {kept.length > 0 ? (
          <>
            <p className="mt-2">{t('erased.kept')}</p>
            <ul>
              {kept.map((person) => (
                <li key={person}>
                  <TextLink page="ConsolePerson" values={{ mandant, person }} inText>
                    {person}
                  </TextLink>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Notice>
      <p className="mt-4">
        <TextLink page="ConsolePeople" values={{ mandant }}>
          {t('erased.search')}
        </TextLink>
      </p>
    </ConsoleFrame>
  )
}
