import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import { RevealButton, type useReveal } from './reveal.tsx'

type Person = AnswerOf<Endpoints['showReview']>['people'][number]

/** Who a case is about: addresses masked until they are asked for, and what they have in common. @param of id of the case */
export function CasePeople<P extends Person>({
  people,
  sideOf,
  mandant,
  of,
  reveal,
}: {
  people: readonly P[]
  sideOf: (kind: P['kind']) => string
  mandant: string
  of: string
  reveal: ReturnType<typeof useReveal>
}) {
  const t = useTexts('consoleReveal')
  if (people.length === 0) return null
  const differ = people.length > 1 && people.every(({ mailbox }) => mailbox === 'anderes')
  return (
    <>
      <ul className="grid gap-2">
        {people.map(({ kind, id, name, email, mailbox }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink page="ConsolePerson" values={{ mandant, person: id }} inText>
              {name}
            </TextLink>{' '}
            <span className="text-muted">
              {sideOf(kind)} · {email}
            </span>
            {mailbox === 'anderes' ? null : (
              <span className="font-semibold"> · {t(`mailbox.${mailbox}`)}</span>
            )}
          </li>
        ))}
      </ul>
      {differ ? <p className="mt-2 text-muted">{t('mailbox.anderes')}</p> : null}
      <div className="mt-3">
        <RevealButton reveal={reveal}>
          <input type="hidden" name="id" value={of} />
        </RevealButton>
      </div>
    </>
  )
}
